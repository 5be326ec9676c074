package dev.mcr;

import java.lang.management.ThreadInfo;
import java.lang.reflect.Constructor;

/** What methods of {@code ThreadMXBean} call instead of the JVM, which knows threads that are none of the program's. */
public final class ManagementHooks {
    private ManagementHooks() {}

    /**
     * Numbers of JVMTI, as the JVM tells them to {@code ThreadInfo}: runnable, blocked, waiting, waiting with a limit,
     * ended.
     */
    private static final int[] STATES = {0x5, 0x401, 0x191, 0x1a1, 0x2};

    public static boolean answers(Object bean) {
        return Hooks.self() != null;
    }

    public static int count(Object bean) {
        return LivingThreads.all(Hooks.self()).length;
    }

    public static int daemons(Object bean) {
        int count = 0;
        for (Thread thread : LivingThreads.all(Hooks.self())) {
            count += thread.isDaemon() ? 1 : 0;
        }
        return count;
    }

    public static long started(Object bean) {
        return LivingThreads.started(Hooks.self()) + 1;
    }

    public static int peak(Object bean) {
        Native.notCovered("how many threads lived at the same time (ThreadMXBean.getPeakThreadCount): all that were "
                + "started are counted", Hooks.self().place());
        return (int) started(bean);
    }

    public static Object ids(Object bean) {
        return ids(LivingThreads.all(Hooks.self()));
    }

    private static long[] ids(Thread[] threads) {
        long[] ids = new long[threads.length];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = ThreadFields.number(threads[i]);
        }
        return ids;
    }

    public static Object infos(Object bean, long[] ids, int maxDepth) {
        Control me = Hooks.self();
        if (maxDepth < 0) {
            throw new IllegalArgumentException("Invalid maxDepth parameter: " + maxDepth);
        }
        for (long id : ids) {
            if (id <= 0) {
                throw new IllegalArgumentException("Invalid thread ID parameter: " + id);
            }
        }
        Thread[] living = ids.length == 0 ? new Thread[0] : LivingThreads.all(me);
        ThreadInfo[] infos = new ThreadInfo[ids.length];
        for (int i = 0; i < ids.length; i++) {
            for (Thread thread : living) {
                if (ThreadFields.number(thread) == ids[i]) {
                    infos[i] = info(me, thread, maxDepth);
                }
            }
        }
        return infos;
    }

    public static Object infos(Object bean, long[] ids, boolean monitors, boolean synchronizers, int maxDepth) {
        noteLocks(monitors || synchronizers);
        return infos(bean, ids, maxDepth);
    }

    public static Object allInfos(Object bean, boolean monitors, boolean synchronizers, int maxDepth) {
        noteLocks(monitors || synchronizers);
        Control me = Hooks.self();
        Thread[] living = LivingThreads.all(me);
        ThreadInfo[] infos = new ThreadInfo[living.length];
        for (int i = 0; i < infos.length; i++) {
            infos[i] = info(me, living[i], maxDepth);
        }
        return infos;
    }

    private static void noteLocks(boolean asked) {
        if (asked) {
            Native.notCovered("the locks of a thread (ThreadInfo): none is told but the one that it waits for",
                    Hooks.self().place());
        }
    }

    /** Null if the thread has ended by now. */
    private static ThreadInfo info(Control me, Thread thread, int maxDepth) {
        int state = Threads.stateCode(me, Threads.find(thread));
        if (state == Codes.ENDED) {
            return null;
        }
        noteLocks(state == Codes.BLOCKED || state == Codes.WAITING || state == Codes.TIMED_WAITING);
        StackTraceElement[] stack = maxDepth == 0 ? new StackTraceElement[0] : LivingThreads.stack(me, thread);
        if (stack.length > maxDepth) {
            stack = Copies.of(stack, maxDepth);
        }
        Control suspended = Hooks.suspend();
        try {
            Constructor<ThreadInfo> made = ThreadInfo.class.getDeclaredConstructor(Thread.class, int.class,
                    Object.class, Thread.class,
                    long.class, long.class, long.class, long.class, StackTraceElement[].class);
            Internals.makeAccessible(made);
            Thread owner = ownerAwaited(thread);
            Object lock = owner == null ? null : Names.object(Native.awaitedMonitor(Threads.find(thread).id));
            return made.newInstance(thread, STATES[state], lock, owner, 0L, -1L, 0L, -1L, stack);
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        } finally {
            Hooks.resume(suspended);
        }
    }

    /**
     * A deadlock needs two threads that wait. Which threads wait for which others is no event: what is told is true of
     * this execution, and not of all in which the thread that asks has learned the same.
     */
    public static Object deadlocked(Object bean) {
        Control me = Hooks.self();
        Thread[] living = LivingThreads.all(me);
        int waiting = 0;
        for (Thread thread : living) {
            int state = thread == me.thread ? Codes.RUNNING : Threads.stateCode(me, Threads.find(thread));
            waiting += state == Codes.BLOCKED || state == Codes.WAITING ? 1 : 0;
        }
        if (waiting > 1) {
            Native.notCovered("which threads wait for each other (ThreadMXBean.findDeadlockedThreads)", me.place());
        }
        int found = 0;
        for (Thread thread : living) {
            if (waiting > 1 && awaitsItself(thread, living.length)) {
                living[found++] = thread;
            }
        }
        return found == 0 ? null : ids(Copies.of(living, found));
    }

    private static boolean awaitsItself(Thread thread, int most) {
        Thread next = ownerAwaited(thread);
        for (int i = 0; i < most && next != null && next != thread; i++) {
            next = ownerAwaited(next);
        }
        return next == thread;
    }

    /** Who has the monitor that a thread waits for now; null if it waits for none. */
    private static Thread ownerAwaited(Thread thread) {
        long monitor = Native.awaitedMonitor(Threads.find(thread).id);
        for (Control one : Threads.first(monitor == 0 ? 0 : Integer.MAX_VALUE)) {
            if (Native.owns(one.id, monitor)) {
                return one.thread;
            }
        }
        return null;
    }
}
