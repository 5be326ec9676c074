package dev.mcr;

/**
 * Whether a thread sleeps, where sleeps take no time: who asks for the state of another thread is to find it in its
 * sleep. That is a location of each thread, which says so from when it goes to sleep until it goes on, in whatever
 * order that comes with what others do.
 *
 * <p>Few threads are asked about, so the sleeps of a thread are no events until somebody asks for its state; the
 * exploration begins anew then.
 */
final class Sleeps {
    private Sleeps() {}

    private static final long SLEEPS = Hash.text(61, "sleeps");

    /** Over all executions: threads that others ask about, those that sleep, and those that do both. */
    private static final LongSet ASKED = new LongSet();
    private static final LongSet SLEEPERS = new LongSet();
    private static final LongSet SEEN = new LongSet();

    /** That others ask about a thread that sleeps is known before it shows. */
    static void isToBeSeen(long thread) {
        SEEN.add(thread);
    }

    /** Another thread asks for the state of this one; whether its sleeps are seen. */
    static boolean isAsked(Control thread) {
        ASKED.add(thread.id);
        return isSeen(thread, 0);
    }

    /** A thread sleeps; whether that is seen. */
    static boolean happen(Control thread) {
        SLEEPERS.add(thread.id);
        return isSeen(thread, 1);
    }

    private static boolean isSeen(Control thread, long how) {
        Remembered.note(Remembered.SLEEPS, thread.id, how);
        if (ASKED.contains(thread.id) && SLEEPERS.contains(thread.id) && SEEN.add(thread.id)) {
            Insights.sleepIsSeen(thread.id);
        }
        return SEEN.contains(thread.id);
    }

    /** The thread goes to sleep, or goes on. */
    static void set(Control me, boolean sleeps) {
        me.initialiserTells();
        long location = location(me);
        Steps.step(me, me.place(), Codes.UPDATE_PAST, location, 0);
        long before = me.sleeps ? 1 : 0;
        me.sleeps = sleeps;
        Steps.updated(me, location, before, sleeps ? 1 : 0);
    }

    /** Whether another thread sleeps. */
    static boolean asks(Control me, Control other) {
        Access.read(me, location(other), 0, me.place());
        Access.completeRead(me, other.sleeps ? 1 : 0);
        return other.sleeps;
    }

    private static long location(Control thread) {
        long location = Hash.notNull(Hash.mix(thread.id, SLEEPS));
        if (Labels.isNew(location)) {
            Native.labelDeclaredField(location, thread.id, "sleeps", 'Z', true);
        }
        return location;
    }
}
