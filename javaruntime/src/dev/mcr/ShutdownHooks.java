package dev.mcr;

import java.util.ArrayList;
import java.util.List;

/**
 * Shutdown hooks: threads that begin when the JVM is about to end, and for which it waits.
 *
 * <p>The end begins when a thread calls {@code exit}, which then starts the hooks and waits for them, or when all
 * threads that are no daemons have ended. For that the JVM has a thread of its own: it is started when {@code main}
 * returns, and waits for the number of those threads to be 0. Most programs have no hooks; so that number is kept, and
 * the thread exists, only once the program has added one. Then the exploration begins anew.
 *
 * <p>Hooks that the JDK adds for itself are left out: what they would tidy up is put back in another way
 * ({@link Registries}).
 */
final class ShutdownHooks {
    private ShutdownHooks() {}

    /** Which hooks there are, as state behind static methods. */
    private static final String HOOKS = "shutdown hooks";
    /** Which threads have been started that are no daemons. */
    private static final String STARTED = "threads that are no daemons";
    /** How many of them have not ended. */
    private static final long LIVING = Hash.text(67, "living threads");
    /** The monitor that whoever ends the JVM never leaves. */
    private static final long SEQUENCE = Hash.text(67, "shutdown");

    private static final List<Thread> REGISTERED = new ArrayList<>();
    private static final List<Thread> NO_DAEMONS = new ArrayList<>();
    private static boolean begun;

    static void reset() {
        REGISTERED.clear();
        NO_DAEMONS.clear();
        begun = false;
    }

    private static boolean areUsed() {
        return Insights.has(Insights.SHUTDOWN_HOOKS);
    }

    private static boolean belongsToJdk(Thread hook) {
        return hook.getClass() != Thread.class && Loaders.isOfPlatform(hook.getClass());
    }

    static void add(Control me, Thread hook) {
        if (belongsToJdk(hook)) {
            return;
        }
        me.initialiserTells();
        Insights.show(Insights.SHUTDOWN_HOOKS);
        boolean isAlive = Threads.isAlive(me, hook, me.place());
        // Nobody can begin to end the JVM between this and the change.
        Versions.update(me, HOOKS, Names.of(me, hook));
        if (begun) {
            throw new IllegalStateException("Shutdown in progress");
        }
        if (isAlive) {
            throw new IllegalArgumentException("Hook already running");
        }
        if (REGISTERED.contains(hook)) {
            throw new IllegalArgumentException("Hook previously registered");
        }
        REGISTERED.add(hook);
    }

    static boolean remove(Control me, Thread hook) {
        if (belongsToJdk(hook)) {
            return false;
        }
        me.initialiserTells();
        Insights.show(Insights.SHUTDOWN_HOOKS);
        Versions.update(me, HOOKS, ~Names.of(me, hook));
        if (begun) {
            throw new IllegalStateException("Shutdown in progress");
        }
        return REGISTERED.remove(hook);
    }

    /** A thread that is no daemon is about to be started. */
    static void starts(Control me, Thread thread, long name) {
        if (areUsed() && !thread.isDaemon() && !(ThreadFields.target(thread) instanceof LastThread)) {
            if (Labels.isNew(LIVING)) {
                Native.labelDeclaredField(LIVING, 0, "number of living threads", 'I', true);
            }
            Versions.update(me, STARTED, name);
            NO_DAEMONS.add(thread);
            Steps.guarded(me, LIVING, Codes.ALWAYS, 0, Codes.ADD, 1, Codes.FOREVER);
            Native.endCountsDown(name, LIVING);
        }
    }

    /** The thread calls {@code exit}: it is not to end the JVM before the hooks have. */
    static void exits(Control me) {
        if (areUsed()) {
            run(me);
        }
    }

    /** The method {@code main} has returned, or has failed. */
    static void mainEnds(Control me) {
        if (areUsed() && !me.stopping) {
            new Thread(null, new LastThread(me.thread), "DestroyJavaVM").start();
        }
    }

    /** Starts the hooks, and waits for them. Who comes second waits for ever, as in the JVM. */
    private static void run(Control me) {
        if (Labels.isNew(SEQUENCE)) {
            Native.labelObject(SEQUENCE, "shutdown", true);
        }
        Monitors.enter(me, SEQUENCE, me.place());
        Versions.update(me, HOOKS, 0);
        begun = true;
        for (Thread hook : REGISTERED) {
            try {
                hook.start();
            } catch (IllegalThreadStateException e) {
                // The program has started it.
            }
        }
        for (Thread hook : REGISTERED) {
            join(me, hook);
        }
    }

    private static void join(Control me, Thread thread) {
        while (true) {
            try {
                Threads.joined(me, thread, 0);
                return;
            } catch (InterruptedException e) {
                // The JVM does not stop waiting either.
            }
        }
    }

    /** The JVM's own thread, which takes the place of main. */
    private record LastThread(Thread main) implements Runnable {
        @Override
        public void run() {
            Control me = Hooks.self();
            if (me == null || me.stopping) {
                return;
            }
            try {
                join(me, main);
                int known;
                do {
                    Steps.guarded(me, LIVING, Codes.ZERO, 0, Codes.KEEP, 0, Codes.FOREVER);
                    Versions.update(me, STARTED, 0);
                    known = NO_DAEMONS.size();
                    for (int i = 0; i < known; i++) {
                        join(me, NO_DAEMONS.get(i));
                    }
                } while (NO_DAEMONS.size() > known);
                ShutdownHooks.run(me);
            } catch (Throwable thrown) {
                Uncaught.left(me, me.thread, thrown);
            }
        }
    }
}
