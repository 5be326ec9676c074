package dev.mcr;

/**
 * Steps: a thread announces the operation that it is about to perform to the scheduler, and goes on when it is its
 * turn.
 *
 * <p>Here alone a thread gives the turn away. Whoever comes back has the turn, and nobody else runs until its next
 * step.
 */
final class Steps {
    private Steps() {}

    /** How often a thread has given the turn away, or could have. */
    static long taken;

    /** Announces an operation of the calling thread and returns when it has happened; what it learned, if anything. */
    static long step(Control me, int site, int action, long a, long b) {
        VirtualTime.before(me, action);
        boolean updates = action == Codes.UPDATE || action == Codes.UPDATE_PAST;
        if (action == Codes.READ || updates && NativeCalls.isVersion(a)) {
            prepareRead(me, site);
        } else {
            prepare(me, site);
        }
        long answer = resumed(me, Native.step(turn(me), site, action, a, b));
        if (StoreBuffers.on) {
            Fences.after(me, action, b, answer);
        }
        switch (action) {
            case Codes.CHOOSE:
                me.acts();
                me.learn(answer);
                break;
            case Codes.STATE:
                me.rounds.state(a, answer);
                break;
            case Codes.IS_INTERRUPTED, Codes.INTERRUPTED:
                me.rounds.read(Interrupts.flag(action == Codes.INTERRUPTED ? me.id : a), answer);
                if (action == Codes.INTERRUPTED && answer != 0) {
                    me.acts();
                }
                break;
            case Codes.READ, Codes.UPDATE, Codes.UPDATE_PAST:
                // When it is known what was read.
                me.learning = true;
                break;
            case Codes.ACQUIRE:
                if ((b & ~Codes.PARKS) == Codes.NOW && answer == Codes.TIMED_OUT) {
                    me.rounds.triedMonitor(a);
                    break;
                }
                // Another time it might not get in.
                if ((b & ~Codes.PARKS) != Codes.FOREVER) {
                    me.acts();
                }
                if ((b & ~Codes.PARKS) == Codes.FOREVER || answer == Codes.NOTIFIED) {
                    me.rounds.entered(a);
                }
                break;
            case Codes.RELEASE:
                me.rounds.left(a);
                break;
            case Codes.ALIVE:
                me.rounds.alive(a, answer != 0);
                break;
            default:
                me.acts();
        }
        return answer;
    }

    /** Leaves a monitor and waits in one of its wait sets, where 0 is its own. */
    static void wait(Control me, int site, long monitor, long set, int patience) {
        prepare(me, site);
        resumed(me, Native.wait(turn(me), site, monitor, set, patience));
        Fences.happened(me);
        me.acts();
    }

    /** To be called before every operation that may do more than to read. */
    static void prepare(Control me, int site) {
        prepareRead(me, site);
        if (me.opaqueCalls != null && !me.joining) {
            Callbacks.acts(me, site);
        }
    }

    private static void prepareRead(Control me, int site) {
        CallMonitors.settle(me);
        JointCalls.leave(me);
        me.events++;
        me.learning = false;
        // What has got a name since the last operation is reported before the next one.
        if (!me.unreported.isEmpty()) {
            Access.reportContents(me, site);
        }
        if (me.stopping) {
            throw Stop.STOP;
        }
    }

    /** A step that waits for a number that the scheduler keeps, and changes it; why it went on. */
    static long guarded(Control me, long location, int guard, long bound, int change, long by, int patience) {
        VirtualTime.tell(me);
        int place = me.place();
        prepare(me, place);
        me.initialiserTells();
        long answer = resumed(me, Native.guarded(turn(me), place, location, guard, bound, change, by, patience));
        Fences.afterGuarded(me, guard, change, by, patience, answer);
        if (patience == Codes.NOW && answer == Codes.TIMED_OUT) {
            me.rounds.triedGuard(location, Native.guardCode(guard, bound));
        } else {
            me.acts();
        }
        return answer;
    }

    /** Reads a number that the scheduler keeps, which the thread learns. */
    static long number(Control me, long location) {
        int place = me.place();
        prepareRead(me, place);
        me.initialiserTells();
        long number = Native.number(turn(me), place, location);
        resumed(me, number == Codes.NO_NUMBER ? Codes.STOPPED : 0);
        me.rounds.read(location, number);
        me.learn(number);
        return number;
    }

    /** Ends the step of an update, which has found the one value and has left the other. */
    static void updated(Control me, long location, long before, long after) {
        Native.completeUpdate(me.id, before, after);
        if (before == after) {
            me.rounds.read(location, before);
        } else {
            me.acts();
        }
        me.learn(before);
    }

    /** The thread that is about to give the turn away: others find its calls' arrays as they are for them. */
    static long turn(Control me) {
        if (me.opaqueCalls != null) {
            me.opaqueCalls.hide();
        }
        me.scopes.tell(me);
        return me.id;
    }

    /** To be called with the answer of every native method that may have given the turn away. */
    static long resumed(Control me, long answer) {
        Hooks.running = me;
        taken++;
        if (answer == Codes.STOPPED) {
            me.stopping = true;
            throw Stop.STOP;
        }
        if (me.opaqueCalls != null) {
            me.opaqueCalls.show();
        }
        if (StoreBuffers.on) {
            StoreBuffers.turn(me);
        }
        return answer;
    }
}
