package dev.mcr;

/**
 * Recognises that a thread waits in a loop: it comes back to the head of the loop, in the same call of the method, with
 * the same values in its locals and the same monitors, and all that it has done since it was there is to look at
 * things. It will do so again until one of them is different. {@link Native#await} says so; then the round is
 * forgotten, and the thread is as it was before it.
 *
 * <p>Whatever changes the state of the thread but its locals must call {@link #clear}. What it calls must follow from
 * what the thread has learned (so it must not come from code of the JDK that runs to load a class, say): where the
 * thread waits is part of what it does.
 */
final class Rounds {
    /** After so many looks without a change the oldest are forgotten, with the rounds that they are part of. */
    private static final int MOST_LOOKS = 4096;
    /** Heads of loops inside each other; more are forgotten. */
    private static final int MOST_VISITS = 32;

    private static final byte READ = 0;
    private static final byte ALIVE = 1;
    private static final byte STATE = 2;
    private static final byte OTHER = 3;
    private static final byte MONITOR = 4;
    private static final byte GUARD = 5;

    /** An arrival at the head of a loop. */
    private static final class Visit {
        int call;
        int site;
        /** How many looks there had been. */
        int looks;
        /** How many objects had been made, and how many names had been given. */
        int made;
        int named;
        /** Thread locals that the thread has touched and what they held, by turns. */
        Object[] held;
        long locks;
        long history;
        long placed;
        int callSite;
        long time;
        final Fences.Since since = new Fences.Since();
        final Scopes.Place place = new Scopes.Place();
        long[] numbers = new long[4];
        int numberCount;
        Object[] references = new Object[4];
        int referenceCount;
    }

    /** Since the last change; those in outer calls and loops first. */
    private Visit[] visits = new Visit[4];
    private int depth;
    /** What was looked at since the first of them. */
    private byte[] kinds = new byte[8];
    private long[] looked = new long[8];
    private long[] seen = new long[8];
    private int looks;
    /** Names that were given since, to objects that were made since. */
    private long[] named = {};
    private int names;
    /** Calls of methods with loops so far. */
    private int calls;
    /** What the thread is in. */
    private final HeldMonitors monitors;

    /** Whether what the locals hold is wanted: for the arrival that is being taken in. */
    boolean collecting;
    private Visit arrival = new Visit();
    /** Where among the visits the last one to the same head is; -1: nowhere. */
    private int known;

    Rounds(HeldMonitors monitors) {
        this.monitors = monitors;
    }

    int call() {
        return ++calls;
    }

    /** The thread changes something, or knows something else. */
    void clear() {
        keep(0);
    }

    /** Only so many visits may still come back; without any, nobody wants to know what was looked at. */
    private void keep(int count) {
        depth = count;
        if (depth == 0) {
            looks = 0;
            names = 0;
        }
    }

    /**
     * The thread changes an object of its own, the nth that was made; 0 if that is not known. What was made in a round
     * cannot be reached when the next begins with the same in the locals, and nothing older has changed. (Where there
     * are store buffers, it is not known what else the write is for.)
     */
    void clear(int madeAs) {
        int kept = StoreBuffers.on ? 0 : depth;
        while (kept > 0 && visits[kept - 1].made >= madeAs) {
            kept--;
        }
        keep(kept);
    }

    /** An object that was made in a round gets a name; {@link #clear(int)} was told before. */
    void named(long name) {
        if (depth == 0) {
            return;
        }
        if (names == named.length) {
            named = Copies.of(named, names * 2 + 4);
        }
        named[names++] = name;
    }

    /** All that decides where the thread will turn out to have waited, and the monitors that it is in. */
    long state() {
        long hash = Hash.mix(monitors.hash(), depth);
        for (int i = 0; i < depth; i++) {
            Visit visit = visits[i];
            // Everything else is a function of the history.
            hash = Hash.mix(Hash.mix(hash, visit.history), visit.looks);
        }
        for (int i = 0; i < looks && depth > 0; i++) {
            hash = Hash.mix(Hash.mix(Hash.mix(hash, kinds[i]), looked[i]), seen[i]);
        }
        return hash;
    }

    /** A call is over, and so are those that began later. */
    void isOver(int call) {
        while (depth > 0 && visits[depth - 1].call >= call) {
            depth--;
        }
    }

    /** A loop of a call is left, and so are those in it. */
    void isOver(int call, int site) {
        int visit = last(call, site);
        if (visit >= 0) {
            depth = visit;
        }
    }

    /** The last visit to the head of a loop in a call that has not returned; -1 if there is none. */
    private int last(int call, int site) {
        int visit = depth - 1;
        while (visit >= 0 && (visits[visit].call != call || visits[visit].site != site)) {
            visit = visits[visit].call >= call ? visit - 1 : -1;
        }
        return visit;
    }

    /** Whether what there was at the head of some loop may come back. */
    boolean areKept() {
        return depth > 0;
    }

    void read(long location, long value) {
        look(READ, location, value);
    }

    void alive(long thread, boolean alive) {
        look(alive ? ALIVE : OTHER, thread, 0);
    }

    void state(long thread, long state) {
        look(STATE, thread, state);
    }

    /** The thread could not enter a monitor, and went on. */
    void triedMonitor(long monitor) {
        look(MONITOR, monitor, 0);
    }

    /** A guard did not hold, and the thread went on. */
    void triedGuard(long location, long guard) {
        look(GUARD, location, guard);
    }

    void entered(long monitor) {
        monitors.entered(monitor);
        look(OTHER, 0, 0);
    }

    void left(long monitor) {
        monitors.left(monitor);
        look(OTHER, 0, 0);
    }

    private void look(byte kind, long what, long value) {
        if (depth == 0) {
            return;
        }
        if (looks == MOST_LOOKS) {
            clear();
            return;
        }
        if (looks == looked.length) {
            kinds = Copies.of(kinds, looks * 2);
            looked = Copies.of(looked, looks * 2);
            seen = Copies.of(seen, looks * 2);
        }
        kinds[looks] = kind;
        looked[looks] = what;
        seen[looks++] = value;
    }

    /** The thread comes to the head of a loop. Its locals follow if they are wanted, and then {@link #arrived}. */
    void arrive(int call, int site) {
        // Calls that are over.
        while (depth > 0 && visits[depth - 1].call > call) {
            depth--;
        }
        known = last(call, site);
        if (known >= 0 && visits[known].looks == looks) {
            return;
        }
        arrival.call = call;
        arrival.site = site;
        arrival.numberCount = 0;
        arrival.referenceCount = 0;
        collecting = true;
    }

    void local(long number) {
        Visit visit = arrival;
        if (visit.numberCount == visit.numbers.length) {
            visit.numbers = Copies.of(visit.numbers, visit.numberCount * 2);
        }
        visit.numbers[visit.numberCount++] = number;
    }

    void local(Object reference) {
        Visit visit = arrival;
        if (visit.referenceCount == visit.references.length) {
            visit.references = Copies.of(visit.references, visit.referenceCount * 2);
        }
        visit.references[visit.referenceCount++] = reference;
    }

    /**
     * The locals have been told. If they are others than in the round before, that one can no longer come back: what
     * was looked at in it is no part of the local state. If they are the same, the thread waits.
     */
    boolean compare(Control me) {
        arrival.held = me.locals.held(me);
        if (known >= 0) {
            if (isSame(visits[known])) {
                return true;
            }
            keep(known);
            known = -1;
        } else {
            keep(depth == MOST_VISITS ? 0 : depth);
        }
        return false;
    }

    /** The round has been compared with the one before. */
    void arrived(Control me) {
        collecting = false;
        if (known >= 0) {
            await(me, visits[known]);
            return;
        }
        if (depth == visits.length) {
            visits = Copies.of(visits, depth * 2);
        }
        arrival.looks = looks;
        arrival.made = Names.made();
        arrival.named = names;
        arrival.locks = monitors.hash();
        arrival.history = me.history;
        arrival.placed = me.placed;
        arrival.callSite = me.callSite;
        arrival.time = me.counts.nanos;
        arrival.since.set(me.since);
        me.scopes.note(arrival.place, arrival.call);
        Visit free = visits[depth];
        visits[depth++] = arrival;
        arrival = free == null ? new Visit() : free;
    }

    private boolean isSame(Visit before) {
        if (before.locks != monitors.hash() || before.numberCount != arrival.numberCount
                || before.referenceCount != arrival.referenceCount) {
            return false;
        }
        return Copies.same(before.references, arrival.references, arrival.referenceCount)
                && before.held.length == arrival.held.length
                && Copies.same(before.held, arrival.held, arrival.held.length)
                && Copies.same(before.numbers, arrival.numbers, arrival.numberCount);
    }

    private void await(Control me, Visit visit) {
        int from = visit.looks;
        long[] reads = new long[2 * count(from, READ)];
        long[] alive = new long[count(from, ALIVE)];
        long[] states = new long[2 * count(from, STATE)];
        long[] tries = new long[3 * (count(from, MONITOR) + count(from, GUARD))];
        int r = 0;
        int a = 0;
        int s = 0;
        int t = 0;
        for (int i = from; i < looks; i++) {
            if (kinds[i] == READ) {
                reads[r++] = looked[i];
                reads[r++] = seen[i];
            } else if (kinds[i] == ALIVE) {
                alive[a++] = looked[i];
            } else if (kinds[i] == STATE) {
                states[s++] = looked[i];
                states[s++] = seen[i];
            } else if (kinds[i] == MONITOR || kinds[i] == GUARD) {
                tries[t++] = kinds[i] == MONITOR ? Codes.FAILED_MONITOR : Codes.FAILED_GUARD;
                tries[t++] = looked[i];
                tries[t++] = seen[i];
            }
        }
        if (me.stopping) {
            throw Stop.STOP;
        }
        JointCalls.leave(me);
        me.scopes.waits();
        Steps.resumed(me, Native.await(Steps.turn(me), visit.site, looks - from, reads, alive, states, tries));
        // As if the round had not been.
        looks = from;
        while (names > visit.named) {
            Names.forget(named[--names]);
        }
        depth = known + 1;
        me.history = visit.history;
        me.placed = visit.placed;
        me.callSite = visit.callSite;
        me.counts.nanos = visit.time;
        me.since.set(visit.since);
        me.scopes.goBack(visit.place, visit.call);
    }

    private int count(int from, byte kind) {
        int count = 0;
        for (int i = from; i < looks; i++) {
            if (kinds[i] == kind) {
                count++;
            }
        }
        return count;
    }
}
