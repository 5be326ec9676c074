package dev.mcr;

/** The start of a thread, and which starts of others the thread has learned of. */
final class Starts {
    /** Who starts it, null for main, and whether that has happened. */
    Control starter;
    boolean happened;
    /** Which of its starter's threads it is, from 0; -1 if its name does not say so. */
    int index = -1;
    /** Threads for whose end it has waited. */
    private IdentityMap joined;
    /** The group that the thread was made in, and its handler, which it forgets a moment before its end. */
    ThreadGroup group;
    Object handler;
    /** Of all threads from main's children down to this one: which of its starter's threads it is, from 1. */
    String path = "";
    /**
     * While it starts a thread that others may start, the lock of its flag, and its monitor if that is to be left
     * ({@link StartRaces}); else 0.
     */
    long flag;
    long entered;
    /** Threads of which it has learned that they have started. */
    private IdentityMap learned;
    /** Sum of what it has learned of others: a part of its local state. */
    private long known;

    private static final int STARTED = 233;
    private static final int ENDED = 239;

    long known() {
        return known;
    }

    /** It has waited for the end of this thread. */
    void joins(Control other) {
        if (joined == null) {
            joined = new IdentityMap();
        }
        if (!hasJoined(other)) {
            joined.put(other, other);
            known += Hash.mix(other.id, ENDED);
        }
    }

    boolean hasJoined(Control other) {
        return joined != null && joined.get(other) != null;
    }

    boolean knows(Thread thread) {
        return learned != null && learned.get(thread) != null;
    }

    void learns(Thread thread) {
        if (learned == null) {
            learned = new IdentityMap();
        }
        if (!knows(thread)) {
            learned.put(thread, thread);
            known += Hash.mix(Names.given(thread), STARTED);
        }
    }
}
