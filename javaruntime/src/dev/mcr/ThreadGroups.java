package dev.mcr;

/**
 * The one field of thread groups that changes, {@code daemon}: that of a group which has a name is a location. (Who sets
 * a highest priority ends the check.) Hooks at the start of the JDK's methods say what these are about to do.
 */
final class ThreadGroups {
    private ThreadGroups() {}

    private static final ClassInfo.FieldInfo DAEMON = field();

    private static ClassInfo.FieldInfo field() {
        try {
            // Volatile since JDK 19.
            return ClassInfo.FieldInfo.of(ThreadGroup.class.getDeclaredField("daemon"), Hash.text(61, "daemon"));
        } catch (NoSuchFieldException e) {
            throw new NoSuchFieldError(e.getMessage());
        }
    }

    /** A group that was set in this execution, and what it was before: those of the JVM outlive it. */
    private record Changed(ThreadGroup group, boolean before, Changed earlier) {}

    private static Changed changed;

    static void reset() {
        for (; changed != null; changed = changed.earlier) {
            ClassInfo.UNSAFE.putBoolean(changed.group, DAEMON.offset, changed.before);
        }
    }

    static boolean isDaemon(ThreadGroup group) {
        return ClassInfo.UNSAFE.getBoolean(group, DAEMON.offset);
    }

    private static boolean isSeen(ThreadGroup group) {
        return Names.isNamed(group) || Names.outlives(group);
    }

    private static long location(long name) {
        return Access.declaredField(name, DAEMON);
    }

    /** {@code setDaemon}: the JDK sets the field next. */
    static void set(Control me, ThreadGroup group, boolean daemon) {
        changed = new Changed(group, isDaemon(group), changed);
        if (!isSeen(group)) {
            me.changes();
            return;
        }
        long name = Names.of(me, group);
        int order = StoreBuffers.on ? Access.order(DAEMON) : Codes.WRITE;
        Access.write(me, location(name), name, daemon ? 1 : 0, order, group, DAEMON, me.place());
    }

    /** {@code isDaemon}, and the constructor of a group within this one. */
    static void ask(Control me, ThreadGroup group) {
        if (isSeen(group)) {
            long name = Names.of(me, group);
            Access.read(me, location(name), name, me.place());
            Access.completeRead(me, isDaemon(group) ? 1 : 0);
        }
    }

    /** A group has got its name. */
    static void named(Control me, ThreadGroup group, long name, int site) {
        if (isDaemon(group)) {
            Access.contentWrite(me, location(name), 1, site);
        }
    }
}
