package dev.mcr;

/**
 * What a thread says that it waits for ({@code LockSupport.park(blocker)}): a field of its {@code Thread} object,
 * written before and after each park once somebody has asked for it (then the exploration begins anew).
 */
final class Blockers {
    private Blockers() {}

    private static final ClassInfo.FieldInfo FIELD = new ClassInfo.FieldInfo(
            ClassInfo.UNSAFE.objectFieldOffset(Thread.class, "parkBlocker"), 'L', Hash.text(61, "parkBlocker"),
            "parkBlocker");

    /** {@code LockSupport.setCurrentBlocker}; false if the JDK has to do it. */
    static boolean set(Control me, Object blocker) {
        if (me == null || !Insights.has(Insights.BLOCKERS_ARE_ASKED)) {
            return false;
        }
        me.initialiserTells();
        long name = Names.of(me, me.thread);
        Access.write(me, Access.declaredField(name, FIELD), name, Names.of(me, blocker), Codes.WRITE, me.thread, FIELD,
                me.place());
        ClassInfo.UNSAFE.putReferenceOpaque(me.thread, FIELD.offset, blocker);
        return true;
    }

    /** {@code LockSupport.getBlocker}. */
    static Object get(Control me, Thread thread) {
        if (thread == null) {
            throw new NullPointerException();
        }
        Insights.show(Insights.BLOCKERS_ARE_ASKED);
        // Models of locks do not park.
        Locks.seeThrough();
        long name = Names.of(me, thread);
        Access.read(me, Access.declaredField(name, FIELD), name, me.place());
        Object blocker = ClassInfo.UNSAFE.getReferenceOpaque(thread, FIELD.offset);
        Access.completeRead(me, Names.of(me, blocker));
        return blocker;
    }
}
