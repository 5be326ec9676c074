package dev.mcr;

/**
 * What a thread forgets when it ends: its group, which is a part of its text, and its handler of exceptions. Another
 * thread that asks for them asks whether it lives.
 *
 * <p>The JDK clears the fields a moment before the thread's last event; up to that event, what was in them counts.
 */
final class EndedThreads {
    private EndedThreads() {}

    /** Since JDK 19 it is asked for its state before each field. */
    private static final boolean BY_STATE = Runtime.version().feature() >= 19;

    /** Whether hooks answer: the thread is another one, and may have been started. */
    static boolean tell(Control me, Thread thread) {
        return me != null && me.thread != thread && isReadInParts(me, thread);
    }

    /** Whether a hook makes the text of a thread: others may set parts of it meanwhile. */
    static boolean isReadInParts(Control me, Thread thread) {
        return me != null && (Names.isNamed(thread) || Threads.find(thread) != null);
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

    /** {@code Thread.getThreadGroup}. Up to JDK 18, {@code setPriority} begins with it, and goes on by what it says. */
    static ThreadGroup asked(Control me, Thread thread) {
        ThreadGroup group = group(me, thread);
        if (me.opaqueCalls != null) {
            Callbacks.learned(me);
        }
        return group;
    }

    private static ThreadGroup group(Control me, Thread thread) {
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
            String number = "Thread[#" + ThreadFields.number(thread) + ",";
            String start = number + nameAndPriority(me, thread) + ",";
            return start + nameOf(group(me, thread)) + "]";
        }
        ThreadGroup group = group(me, thread);
        return "Thread[" + nameAndPriority(me, thread) + "," + nameOf(group) + "]";
    }

    /** One after the other: both may be set meanwhile. */
    private static String nameAndPriority(Control me, Thread thread) {
        Versions.observe(me, thread);
        String name = thread.getName();
        Versions.observe(me, thread);
        return name + "," + thread.getPriority();
    }

    private static String nameOf(ThreadGroup group) {
        return group == null ? "" : group.getName();
    }
}
