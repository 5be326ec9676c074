package dev.mcr;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.concurrent.ThreadFactory;

/**
 * Groups of asynchronous channels, which have threads: the JDK's own code, rewritten. Each execution makes its own
 * default group, with threads that are like those of the program.
 */
public final class NetGroups {
    private NetGroups() {}

    private static final long MONITOR = 0x4e455447525001L;
    private static final Class<?> PORT = Internals.find("sun.nio.ch.EPollPort");
    private static final Class<?> POOL = Internals.find("sun.nio.ch.ThreadPool");

    /** Whether there is a default group. */
    private static final class Made extends NetState {
        private Object group;

        Made() {
            super(MONITOR, MONITOR, "default group of channels");
        }

        @Override
        long contents() {
            return group == null ? 0 : MONITOR;
        }
    }

    private static Made made = new Made();

    static void reset() {
        made = new Made();
    }

    public static boolean isSeen(Object provider) {
        return Hooks.self() != null;
    }

    public static boolean isSeen() {
        return Hooks.self() != null;
    }

    /** {@code LinuxAsynchronousChannelProvider.defaultEventPort}: whoever comes first makes it. */
    public static Object defaultGroup(Object provider) {
        Control me = Hooks.self();
        int site = me.place();
        Monitors.enter(me, MONITOR, site);
        try {
            made.look(me);
            if (made.group == null) {
                Object group = start(provider);
                made.update(me, () -> made.group = group);
            }
            return made.group;
        } finally {
            Monitors.exit(me, MONITOR, site);
        }
    }

    private static Object start(Object provider) {
        try {
            Object pool = Internals.invoke(Internals.method(POOL, "createDefault"), null);
            Constructor<?> constructor = PORT.getDeclaredConstructors()[0];
            Internals.makeAccessible(constructor);
            Method start = Internals.method(PORT, "start");
            return Internals.invoke(start, constructor.newInstance(provider, pool));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** {@code ThreadPool.defaultThreadFactory}: threads of the JVM's own would not be seen. */
    public static Object threadFactory() {
        return (ThreadFactory) task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        };
    }
}
