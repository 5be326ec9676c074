package dev.mcr;

/**
 * What a thread forgets when it ends: its group, which is a part of its text and up to JDK 18 lets it have a priority,
 * and its handler of exceptions. Another thread that asks for them asks whether it lives.
 *
 * <p>The JDK clears the fields a moment before the thread's last event; up to that event, what was in them counts.
 */
final class EndedThreads {
    private EndedThreads() {}

    /** Since JDK 19 it is asked for its state before each field. */
    private static final boolean BY_STATE = Runtime.version().feature() >= 19;

    /** Whether hooks answer: the thread is another one, and may have been started. */
    static boolean tell(Control me, Thread thread) {
        return me != null && me.thread != thread && (Names.isNamed(thread) || Threads.find(thread) != null);
    }

    /** Whether the thread has not ended: it lives, or was not started. */
    private static boolean isThere(Control me, Thread thread) {
        me.initialiserTells();
        return Threads.asked(me, thread) == null || Threads.isAlive(me, thread, me.place());
    }

    private static ThreadGroup groupBefore(Thread thread) {
        Control known = Threads.find(thread);
        return known == null ? ThreadFields.group(thread) : known.starts.group;
    }

    /** {@code Thread.getThreadGroup}. */
    static ThreadGroup group(Control me, Thread thread) {
        return isThere(me, thread) ? groupBefore(thread) : null;
    }

    /** {@code Thread.getUncaughtExceptionHandler}. */
    static Object handler(Control me, Thread thread) {
        boolean there = isThere(me, thread);
        Versions.observe(me, thread);
        Object handler = ThreadFields.handler(thread);
        if (!there) {
            return BY_STATE ? null : handler;
        }
        Control known = Threads.find(thread);
        if (handler == null && known != null) {
            handler = known.starts.handler;
        }
        return handler != null ? handler : groupBefore(thread);
    }

    /** The program sets the handler of a thread, which may be about to end. */
    static void handlerSet(Thread thread) {
        Control known = Threads.find(thread);
        if (known != null) {
            known.starts.handler = null;
        }
    }

    /** {@code Thread.toString}. */
    static String text(Control me, Thread thread) {
        if (BY_STATE) {
            Versions.observe(me, thread);
            String number = "Thread[#" + ThreadFields.number(thread) + ",";
            String start = number + thread.getName() + "," + thread.getPriority() + ",";
            return start + nameOf(group(me, thread)) + "]";
        }
        ThreadGroup group = group(me, thread);
        Versions.observe(me, thread);
        return "Thread[" + thread.getName() + "," + thread.getPriority() + "," + nameOf(group) + "]";
    }

    /** Whether {@code Thread.setPriority} asks another thread for its group, which is a step of its own. */
    static boolean refusesPriority(Control me, Thread thread) {
        return !BY_STATE && tell(me, thread);
    }

    /** {@code Thread.setPriority} as it was up to JDK 18: a thread that has ended keeps its priority. */
    static void setPriority(Control me, Thread thread, int priority) {
        if (priority < Thread.MIN_PRIORITY || priority > Thread.MAX_PRIORITY) {
            throw new IllegalArgumentException();
        }
        ThreadGroup group = group(me, thread);
        if (group != null) {
            Versions.observe(me, thread);
            ThreadFields.setPriority(thread, Math.min(priority, group.getMaxPriority()));
        }
    }

    private static String nameOf(ThreadGroup group) {
        return group == null ? "" : group.getName();
    }
}
