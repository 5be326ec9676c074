package dev.mcr;

/**
 * Under TSO and PSO: which updates of versions are fences.
 *
 * <p>What is inside an object whose code is not rewritten nobody knows; its version changes at once. So a write that
 * the thread did before such a call must not arrive after another thread has learned of the call: the update is a
 * fence, if other threads use the object. If they do not, or only before this thread was started by them or after
 * they have waited for its end, it need not be one. Which objects threads share otherwise is an insight, about their
 * classes ({@link Insights}).
 *
 * <p>Whether a use is of that kind must follow from what the two threads have learned, and not from the order in which
 * this execution happened to go: what the checker puts together of several executions would not show it. So the value
 * of a version says who has updated it, and how many threads that one had started before; whom a thread has joined, and
 * who has started it as which of his threads, it knows itself.
 */
final class VersionUse {
    private VersionUse() {}

    /** Over all executions: classes of objects that threads share. */
    private static final LongSet SHARED = new LongSet();

    /** By version: who was the last to update it, without a fence. */
    private static NamedObjects updates = new NamedObjects();

    private static final class Update {
        final Control by;
        /** How many threads he had started. */
        int started;

        Update(Control by) {
            this.by = by;
        }
    }

    static void reset() {
        updates = new NamedObjects();
    }

    /** That is known before it shows. */
    static void isToBeShared(long kind) {
        SHARED.add(kind);
    }

    /** Whether an update of this version is a fence. State that belongs to no object is kept by atomic operations. */
    static boolean isFence(long version) {
        return !StoreBuffers.on || !JointCalls.isOfObject(version) || SHARED.contains(JointCalls.kind(version));
    }

    static boolean haveFence(long[] versions) {
        for (long version : versions) {
            if (isFence(version)) {
                return true;
            }
        }
        return false;
    }

    /** Of an update that is none: what is done, and who does it. */
    static long by(Control me, long hash) {
        return Hash.mix(Hash.mix(hash, me.id), me.counts.threadsStarted);
    }

    /** The thread has updated this version, without a fence. */
    static void updated(Control me, long version) {
        Update last = (Update) updates.get(version);
        if (last == null || last.by != me) {
            last = new Update(me);
            updates.put(version, last);
        }
        last.started = me.counts.threadsStarted;
    }

    /** The thread uses this version. */
    static void used(Control me, long version) {
        Update last = StoreBuffers.on ? (Update) updates.get(version) : null;
        if (last != null && !isBefore(last.by, last.started, me)) {
            long kind = JointCalls.kind(version);
            isToBeShared(kind);
            Insights.versionIsShared(kind);
        }
    }

    /**
     * Whether all that a thread had done when it had started so many threads was over, and was in memory, before this
     * one went on from where it is.
     */
    static boolean isBefore(Control by, int started, Control me) {
        if (by == me || me.starts.hasJoined(by)) {
            return true;
        }
        Control child = me;
        while (child.starts.index >= 0 && child.starts.starter != by) {
            child = child.starts.starter;
        }
        return child.starts.index >= 0 && started <= child.starts.index;
    }
}
