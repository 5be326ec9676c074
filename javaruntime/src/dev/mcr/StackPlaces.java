package dev.mcr;

/**
 * The places of operations that JDK code performs: the innermost line of the program on the stack, which is what has
 * called the JDK. A thread remembers the call by which the program entered the JDK last, but that may have returned:
 * the worker of a pool waits for its next task when the last one is over.
 *
 * <p>To look at the stack takes as long as ten operations. A thread is deterministic in what it has learned, so it is
 * looked at only the first time that a thread with this history asks; later executions know the answer.
 */
final class StackPlaces {
    private StackPlaces() {}

    /** Answers are dropped when there are so many. */
    private static final int MOST = 1 << 18;

    /**
     * Places by thread, history, and how many such operations came since the thread has learned something. A site is
     * positive; what was found nowhere is -1.
     */
    private static LongMap known = new LongMap();

    static int of(Control me) {
        long key = Hash.mix(Hash.mix(me.history, ++me.placed), me.callSite) | 1;
        long place = known.get(key);
        if (place == 0) {
            if (known.size() > MOST) {
                forget();
            }
            int found = Native.place(me.callSite);
            place = found == 0 ? -1 : found;
            known.put(key, place);
        }
        return place == -1 ? 0 : (int) place;
    }

    /** From now on, threads announce other operations than before. */
    static void forget() {
        known = new LongMap();
    }
}
