package dev.mcr;

/**
 * What a thread looks at that is an event only once somebody has changed it: an interrupt flag, a property, the standard
 * output. In a loop that does nothing else nobody would ever get to change it.
 */
final class VainLooks {
    /** So many looks at one and the same thing, without an event in between, are a loop that waits. */
    private static final int MOST = 64;

    /** How often each was looked at since the thread had so many events. */
    private final LongMap looks = new LongMap();
    private long events;

    /** The thread looks at this, and makes no event of it. Whether it had better do so from now on. */
    boolean isTooMany(Control me, long looked) {
        if (Threads.isAlone()) {
            // Nobody is there to change it.
            return false;
        }
        if (me.events != events) {
            looks.clear();
            events = me.events;
        }
        long now = looks.get(looked) + 1;
        looks.put(looked, now);
        return now >= MOST;
    }
}
