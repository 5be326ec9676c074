package dev.mcr;

/**
 * Threads of the JVM that are kept between executions and run those of the program, one after the other. Most of it is
 * in the agent ({@code agent/src/jvmti/carriers.rs}).
 */
final class Carriers {
    private Carriers() {}

    private static final ThreadGroup GROUP = root();

    /** Up to JDK 23: on whose behalf a thread runs, its maker's callers; -1 if there is no such field. */
    private static final long ACCESS = Internals.declares(Thread.class, "inheritedAccessControlContext")
            ? ClassInfo.UNSAFE.objectFieldOffset(Thread.class, "inheritedAccessControlContext") : -1;

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
            // They would keep the classes of this execution.
            carrier.setContextClassLoader(null);
            if (ACCESS >= 0) {
                ClassInfo.UNSAFE.putReference(carrier, ACCESS, null);
            }
            return carrier;
        } finally {
            Hooks.resume(me);
        }
    }

    /** A thread of the program has ended: a permit that the JVM's thread has kept is not for the next one. */
    private static void takePermit() {
        // Comes back at once.
        ClassInfo.UNSAFE.park(true, 0);
    }
}
