package dev.mcr;

/**
 * Which operations of a thread are fences and barriers, and the announcement of those that are nothing else.
 *
 * <p>What is announced must follow from what the thread has learned. So it does not depend on what is in its buffer,
 * which the thread does not know, but on whether it has written anything since its last fence or barrier.
 */
final class Fences {
    private Fences() {}

    /** Over all executions: the places at which the agent knows a fence to be only assumed. */
    private static final LongSet ASSUMED = new LongSet();

    /** What a thread has done since its last fence or barrier. */
    static final class Since {
        /**
         * Whether it has announced a write that may wait: since the last fence, and since the last barrier or fence.
         */
        boolean fence;
        boolean barrier;
        /** Where the log of its {@link EarlyWrites} begins. */
        int early;
        /** How many barriers and fences there have been. */
        int barriers;

        void set(Since other) {
            fence = other.fence;
            barrier = other.barrier;
            early = other.early;
            barriers = other.barriers;
        }
    }

    /** The thread has announced this write. */
    private static void wrote(Control me) {
        me.since.fence = true;
        me.since.barrier = true;
    }

    /** All that the thread has written is in memory. */
    static void happened(Control me) {
        me.since.fence = false;
        barrier(me);
    }

    /** What the thread writes from now on arrives after what it has written so far. */
    private static void barrier(Control me) {
        me.since.barrier = false;
        me.since.barriers++;
        me.since.early = me.early.size();
    }

    /** An operation has happened; the rule is that of {@code Action::is_fence} in the protocol. */
    static void after(Control me, int action, long b, long answer) {
        switch (action) {
            case Codes.READ, Codes.NOTIFY, Codes.NOTIFY_ALL, Codes.ALIVE, Codes.STATE, Codes.CHOOSE,
                    Codes.IS_INTERRUPTED,
                    Codes.ARRIVED, Codes.UPDATE_PAST:
                break;
            case Codes.WRITE:
                wrote(me);
                break;
            case Codes.WRITE_RELEASE:
                barrier(me);
                wrote(me);
                break;
            case Codes.BARRIER:
                barrier(me);
                break;
            case Codes.ACQUIRE:
                if ((b & Codes.LIMIT) != Codes.NOW || answer == Codes.NOTIFIED) {
                    happened(me);
                }
                break;
            case Codes.INTERRUPTED:
                if (answer != 0) {
                    happened(me);
                }
                break;
            default:
                happened(me);
        }
    }

    /**
     * A guarded step has happened. Where the thread does not know whether it has changed the number, it may have been
     * no fence.
     */
    static void afterGuarded(Control me, int guard, int change, long by, int patience, long answer) {
        boolean changes = change == Codes.ADD && by != 0 || change == Codes.SET && guard == Codes.AT_LEAST
                && by == 0;
        if (answer == Codes.NOTIFIED ? changes : (patience & Codes.LIMIT) != Codes.NOW) {
            happened(me);
        }
    }

    private static boolean announces(Control me) {
        return me != null && !me.stopping && !me.isSilent();
    }

    /**
     * Whether others may come to use an object that a method of the JDK is given. Not an array of arguments or numbers
     * that this thread has just made: such methods look at it and forget it.
     */
    static boolean mayBeUsedByOthers(Object given) {
        if (given == null || !ClassInfo.of(given.getClass()).isReportedInside()) {
            return false;
        }
        if (!given.getClass().isArray() || Names.isNamed(given)) {
            return true;
        }
        for (int i = 0; given instanceof Object[] && i < ((Object[]) given).length; i++) {
            Object element = ((Object[]) given)[i];
            if (element != null && ClassInfo.of(element.getClass()).isReportedInside()) {
                return true;
            }
        }
        return false;
    }

    /** The call at this place counts as a fence because nobody knows what it does. */
    static void isAssumed(int site) {
        if (ASSUMED.add(site)) {
            Native.assumedFence(site);
        }
    }

    /** The thread waits until all that it has written is in memory. */
    static void full(Control me, int site) {
        if (!StoreBuffers.on || !announces(me)) {
            return;
        }
        if (me.since.fence) {
            Steps.step(me, site, Codes.FENCE, 0, 0);
        } else {
            happened(me);
        }
    }

    /** What the thread has written so far arrives before what it writes from here on. */
    static void storeStore(Control me, int site) {
        if (!StoreBuffers.partial || !announces(me)) {
            return;
        }
        if (me.since.barrier) {
            Steps.step(me, site, Codes.BARRIER, 0, 0);
        } else {
            barrier(me);
        }
    }
}
