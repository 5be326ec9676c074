package dev.mcr;

/**
 * Objects that the JDK keeps and hands out to several threads: a logger by its name, an annotation, the bean server.
 *
 * <p>Such an object has its name from the thread that was the first to hand it on, as any other has, and another thread
 * that gets it from the JDK does not know which name that is. So it has to learn it: to name such an object, or to use
 * one whose name the thread has not learned yet, is an event, an update of one state for all objects of the class. Who
 * has learned the value of that state knows who has come to which objects before, hence their names.
 *
 * <p>Most objects get from thread to thread by fields and elements, where the name is what is read. So that is done for
 * classes only of which a thread has met an object whose name it had not learned, and which the JDK was found to keep
 * ({@link JdkHeap}); then the exploration begins anew.
 *
 * <p>Not meant are objects whose fields are locations: those are complete only when their maker has reported them.
 */
final class KeptByJdk {
    private KeptByJdk() {}

    private static final int TOLD = 127;

    /** Over all executions: the classes that are concerned. */
    private static final LongSet CLASSES = new LongSet();
    /** How often it was asked whether the JDK keeps an object, by class. */
    private static final LongMap ASKED = new LongMap();

    /** The names, given by threads in this execution, of objects that the JDK might keep. */
    private static LongSet candidates = new LongSet();

    static void reset() {
        if (!candidates.isEmpty()) {
            candidates = new LongSet();
        }
    }

    /** That is known before it shows. */
    static void isToBeMet(long type) {
        CLASSES.add(type);
    }

    private static boolean isCandidate(ClassInfo info, Object object) {
        if (info.proxy) {
            return Loaders.isOfPlatform(java.lang.reflect.Proxy.getInvocationHandler(object).getClass());
        }
        boolean hasNoLocations = !info.isReportedInside() || info.type.isHidden();
        return hasNoLocations && Loaders.isOfPlatform(info.type) && !(object instanceof ClassLoader)
                && !(object instanceof Thread) && !(object instanceof Throwable) && !(object instanceof ThreadLocal);
    }

    /**
     * A thread is about to give an object a name; others may have done so when this comes back, which the thread knows
     * then.
     */
    static void beforeNaming(Control me, ClassInfo info, Object object) {
        if (!CLASSES.contains(info.hash) || !isCandidate(info, object)) {
            return;
        }
        if (me.isSilent() && !Threads.isAlone()) {
            me.initialiserTells();
        }
        if (mayStep(me)) {
            update(me, info);
            long name = Names.given(object);
            if (name != 0) {
                me.known.add(name);
            }
        }
    }

    /** A thread has given an object its name. */
    static void named(Control me, ClassInfo info, Object object, long name) {
        if (isCandidate(info, object)) {
            candidates.add(name);
            me.known.add(name);
        }
    }

    /** A thread has learned this value. */
    static void learned(Control me, long value) {
        if (candidates.contains(value)) {
            me.known.add(value);
        }
    }

    /** Whether a thread has come to know this name by what it has learned. */
    static boolean knows(Control me, long name) {
        return !candidates.contains(name) || me.known.contains(name);
    }

    /** Stands for the names that a thread knows, if what it does next depends on that. */
    static long state(Control me) {
        return CLASSES.isEmpty() ? 0 : me.known.sum();
    }

    /** A thread uses an object of this name, which it may not have learned. */
    static void uses(Control me, Object object, long name) {
        if (!candidates.contains(name)) {
            return;
        }
        ClassInfo info = ClassInfo.of(object.getClass());
        if (me.isSilent() && !Threads.isAlone() && isKept(info, object)) {
            // What it leaves behind depends on who has named the object, even where the thread that runs it knows that.
            me.initialiserTells();
        }
        if (me.known.contains(name)) {
            return;
        }
        if (me.handedOut.isOpen()) {
            // The version of what has handed it out is known to the thread.
            me.known.add(name);
        } else if (mayStep(me)) {
            me.known.add(name);
            if (isKept(info, object)) {
                update(me, info);
            }
        }
    }

    /** Whether the thread is where it may have an event: not in the middle of one, nor where nothing is seen. */
    private static boolean mayStep(Control me) {
        return Hooks.running == me && !me.learning && !me.joining && !me.stopping && !me.isSilent()
                && !me.handedOut.isOpen();
    }

    private static void update(Control me, ClassInfo info) {
        int open = me.open;
        me.open = Control.NONE;
        // Nothing that the thread has written need have arrived: what it has asked for is a getter.
        String type = info.type.isHidden() ? ClassInfo.stableName(info.type) : info.type.getTypeName();
        Versions.updatePast(me, "objects of " + type + " that the JDK keeps",
                Hash.mix(Hash.mix(TOLD, me.id), me.history));
        me.open = open;
    }

    /**
     * Whether the JDK was found to keep objects of this class. To look takes long, so that is done again only when the
     * question has doubled.
     */
    private static boolean isKept(ClassInfo info, Object object) {
        if (CLASSES.contains(info.hash)) {
            return true;
        }
        long asked = ASKED.get(info.hash) + 1;
        ASKED.put(info.hash, asked);
        if ((asked & asked - 1) != 0 || !keeps(object)) {
            return false;
        }
        CLASSES.add(info.hash);
        Insights.jdkKeeps(info.hash);
        return true;
    }

    private static boolean keeps(Object object) {
        Control me = Hooks.suspend();
        try {
            return JdkHeap.has(object);
        } finally {
            Hooks.resume(me);
        }
    }
}
