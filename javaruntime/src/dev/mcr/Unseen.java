package dev.mcr;

/**
 * What the JVM and the JDK do once in a JVM, whichever thread comes first: initialise classes of the JDK, link call
 * sites, load classes. It is not seen, as if it had happened before; only code of the program that runs in the middle
 * of it is.
 *
 * <p>Only the thread that has the turn can be here, and it keeps the turn: nothing unseen is a step.
 */
final class Unseen {
    private Unseen() {}

    /** The thread that does something unseen, or null; and how deep it is in that. */
    private static Control thread;
    private static int depth;

    /** Whether anything unseen goes on, in this thread or another one. */
    static boolean goesOn() {
        return thread != null;
    }

    /** Whether what code of the JDK does now may matter: the program's thread runs it, be it unseen. */
    static boolean mayBeNoted() {
        return Hooks.running != null ? Hooks.self() != null : self() != null;
    }

    /** The calling thread, if what it does is not seen; else null. */
    static Control self() {
        return thread != null && thread.thread == Thread.currentThread() ? thread : null;
    }

    static void enter() {
        if (thread == null) {
            thread = Hooks.suspend();
        }
        if (self() != null) {
            depth++;
        }
    }

    static void exit() {
        if (self() != null && --depth == 0) {
            Hooks.resume(thread);
            thread = null;
        }
    }

    /**
     * Code of the program begins in the middle of what the calling thread does unseen: from here on all is seen. How
     * deep it was, to be given to {@link #hide}; 0 if there is nothing to reveal.
     */
    static int reveal() {
        if (Hooks.running != null || self() == null) {
            return 0;
        }
        int was = depth;
        depth = 0;
        Hooks.resume(thread);
        thread = null;
        return was;
    }

    /** Ends what {@link #reveal} has begun. */
    static void hide(int was) {
        if (was > 0) {
            thread = Hooks.suspend();
            depth = thread == null ? 0 : was;
        }
    }
}
