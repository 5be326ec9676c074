package dev.mcr;

import java.lang.reflect.Method;

/**
 * Threads of the JVM that are kept between executions and run those of the program, one after the other. Most of it is
 * in the agent ({@code agent/src/jvmti/carriers.rs}).
 */
final class Carriers {
    private Carriers() {}

    private static final ThreadGroup GROUP = root();

    private static ThreadGroup root() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    /** The object of a thread of the JVM. Nobody starts it: the agent gives it a thread. */
    private static Thread make() {
        Control me = Hooks.suspend();
        try {
            Thread carrier = new Thread(GROUP, null, "mcr carrier", 0, false);
            carrier.setDaemon(true);
            // It would keep the classes of this execution.
            carrier.setContextClassLoader(null);
            return carrier;
        } finally {
            Hooks.resume(me);
        }
    }

    /** Since JDK 20: forgets what scoped values the JVM's thread has looked up last. */
    private static final Method CLEAR_SCOPED_VALUES = find();

    private static Method find() {
        try {
            Method method = Thread.class.getDeclaredMethod("setScopedValueCache", Object[].class);
            Internals.makeAccessible(method);
            return method;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    /** A thread of the program has ended: what the JVM's thread has kept is not for the next one. */
    private static void leave() {
        Control me = Hooks.suspend();
        try {
            // Comes back at once, with the permit if there is one.
            ClassInfo.UNSAFE.park(true, 0);
            if (CLEAR_SCOPED_VALUES != null) {
                Internals.invoke(CLEAR_SCOPED_VALUES, null, (Object) null);
            }
        } finally {
            Hooks.resume(me);
        }
    }
}
