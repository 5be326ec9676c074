package dev.mcr;

/**
 * Which threads of the program live, for those who ask for all of them: groups, stack traces of all threads,
 * management.
 *
 * <p>How many threads were started is a location that each start changes, once somebody has asked (then the exploration
 * begins anew). Who asks reads it, and then of each of those threads whether it has begun and not ended. So the answer
 * is no snapshot, as it is none in the JDK. Threads of the JVM itself and virtual threads are not among them.
 */
final class LivingThreads {
    private LivingThreads() {}

    private static final long NUMBER = Hash.text(59, "number of started threads");

    private static long number() {
        if (Labels.isNew(NUMBER)) {
            Native.labelDeclaredField(NUMBER, 0, "number of started threads", 'I', true);
        }
        return NUMBER;
    }

    /** A thread is about to be started: those who ask will find it from here on. */
    static void starts(Control me) {
        if (Insights.has(Insights.THREADS_ARE_COUNTED)) {
            Steps.guarded(me, number(), Codes.ALWAYS, 0, Codes.ADD, 1, Codes.FOREVER);
        }
    }

    /** How many threads were started, main not among them. */
    static int started(Control me) {
        Insights.show(Insights.THREADS_ARE_COUNTED);
        return (int) Steps.number(me, number());
    }

    /** Those that live, in the order in which they were started. */
    static Thread[] all(Control me) {
        Control[] known = Threads.first(started(me) + 1);
        Thread[] living = new Thread[known.length];
        int count = 0;
        for (Control one : known) {
            if (!ThreadFields.isVirtual(one.thread) && Threads.isAlive(me, one.thread, me.place())) {
                living[count++] = one.thread;
            }
        }
        return Copies.of(living, count);
    }

    /** Those of a group, and, if asked for, of the groups in it. */
    static Thread[] of(Control me, ThreadGroup group, boolean recurse) {
        Thread[] living = all(me);
        int count = 0;
        for (Thread thread : living) {
            ThreadGroup own = Threads.find(thread).starts.group;
            if (own == group || recurse && group.parentOf(own)) {
                living[count++] = thread;
            }
        }
        return Copies.of(living, count);
    }

    static int enumerate(Control me, ThreadGroup group, Thread[] list, boolean recurse) {
        Thread[] living = list.length == 0 ? new Thread[0] : of(me, group, recurse);
        int count = Math.min(list.length, living.length);
        // Who calls with an array that others know tells what has changed in it.
        System.arraycopy(living, 0, list, 0, count);
        return count;
    }

    private static final StackTraceElement RUN = new StackTraceElement("java.lang.Thread", "run", "Thread.java", -1);

    /**
     * The frames of a thread: of another one that lives only the outermost. What is above depends on each of its steps,
     * which nobody reads here.
     */
    static StackTraceElement[] stack(Control me, Thread thread) {
        if (me.thread == thread) {
            return new Exception().getStackTrace();
        }
        if (!Threads.isAlive(me, thread, me.place())) {
            return new StackTraceElement[0];
        }
        Native.notCovered("where another thread is (Thread.getStackTrace, getAllStackTraces, ThreadInfo): only its "
                + "outermost frame is told",
                me.place());
        return new StackTraceElement[] {RUN};
    }

    /** What a group of threads prints of itself. */
    static void list(Control me, ThreadGroup group, String indent) {
        System.out.println(indent + group);
        String inner = indent + "    ";
        for (Thread thread : of(me, group, false)) {
            System.out.println(inner + thread);
        }
        ThreadGroup[] groups = new ThreadGroup[group.activeGroupCount()];
        int count = group.enumerate(groups, false);
        for (int i = 0; i < count; i++) {
            list(me, groups[i], inner);
        }
    }
}
