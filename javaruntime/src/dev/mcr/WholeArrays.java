package dev.mcr;

/**
 * Arrays whose accesses are told as accesses to the whole: buffers, pages, what else is large and copied in parts. Such
 * an array is one location, whatever its length, and copying a part of it is one event.
 *
 * <p>The value of the location is a hash of all that is in the array, of who has written it last, and of the monitors
 * that he was in. So a read learns more than the element, but never less, and a copy that is one event is what happens
 * element by element, as long as nobody else can write the array meanwhile: as long as each thread that uses it holds a
 * monitor that the last writer held, or was started by him afterwards, or has waited for his end. Where that is not so,
 * which follows from what the thread has learned (the value) and from what it is doing, it is an insight: from then on
 * the elements of that array are locations, as those of other arrays are. Of two accesses that can happen at the same
 * time one writes, and there is an execution in which the other one comes right after it, so it shows.
 *
 * <p>Invariant: what is in an array that is told as a whole changes only by {@link #write}, and by what {@link #named}
 * has found in it. So what the value stands for is kept beside the array: who reads an element that is not as it should
 * be learns another value, as he would of an element that is a location, and the check ends.
 *
 * <p>Who writes learns who has written before, in which order others came to a lock, say. For buffers that are copied
 * that is little, beside an event for each element. Of an array that nobody copies in parts, and whose elements several
 * threads write, it can be much: after some such writes it is told apart as well. That changes no outcome.
 *
 * <p>Under sequential consistency only: elsewhere each write arrives by itself.
 */
final class WholeArrays {
    private WholeArrays() {}

    /** Shorter arrays are told element by element: what a thread learns of them is then less. */
    private static final int SHORTEST = 256;
    /**
     * When so many arrays of one type and length were told apart, and these are at least one in {@link #SHARE}, all
     * are: a program that makes them in a loop would begin anew for each.
     */
    private static final int MANY = 8;
    private static final int SHARE = 4;
    /** So often a thread may write one element after another thread has written. */
    private static final int MOST_CHANGES = 64;
    private static final long WHOLE = Hash.text(109, "a whole array");
    private static final long KIND = Hash.text(113, "arrays of a kind");

    /** Over all executions: names of arrays, and kinds of arrays, whose elements are locations. */
    private static final LongSet APART = new LongSet();
    /** Over all executions: by kind, how many arrays that are. */
    private static final LongMap COUNTS = new LongMap();
    /** Over all executions: by name, the sum of what a static initialiser that tells nothing has left. */
    private static final LongMap INITIAL = new LongMap();
    /** Over all executions, by name: arrays of which several elements were read or written at once. */
    private static final LongSet COPIED = new LongSet();
    /** Over all executions, by name: how often another thread than the last one has written a single element. */
    private static final LongMap CHANGES = new LongMap();
    /** By index, what an element counts in the sum; of the others, {@link #factorOf} says. */
    private static final long[] FACTORS = new long[1 << 14];

    /** By name: what is in an array of this execution. */
    private static NamedObjects states = new NamedObjects();
    /** By kind: how many arrays that are. */
    private static LongMap known = new LongMap();

    /** That a thread has used an array. */
    private static final class Use {
        final Control by;
        /** How many threads he had started. */
        final int started;
        /** In which monitors he was. */
        private final long[] monitors;
        private final long hash;
        /** That another thread has done so. */
        Use next;

        Use(Control me) {
            by = me;
            started = me.counts.threadsStarted;
            monitors = me.monitors.all();
            hash = me.monitors.hash();
        }

        long mixed(long sum) {
            return Hash.notNull(Hash.mix(Hash.mix(Hash.mix(sum, by.id), started), hash));
        }

        boolean isLike(Control me) {
            return by == me && started == me.counts.threadsStarted && hash == me.monitors.hash();
        }

        /** Whether this thread cannot have been where it is when the other one did that. */
        boolean isApartFrom(Control me) {
            return by == me || VersionUse.isBefore(by, started, me) || me.monitors.haveOneOf(monitors);
        }
    }

    /** What is in an array. */
    private static final class State {
        /** All that is told to be in it. */
        final Object contents;
        /** Of each element, times its factor: zero for an array that nobody has written to. */
        long sum;
        /** Who has written last; null if that was before all threads. */
        Use written;
        /** The last time that each thread has read it since. */
        Use read;
        long value;

        State(Object array) {
            contents = Arraycopy.copyOf(array);
        }

        void isWritten(Control me) {
            written = written != null && written.isLike(me) ? written : new Use(me);
            read = null;
            value = written.mixed(sum);
        }

        void isInitial(long sum) {
            this.sum = sum;
            written = null;
            value = sum == 0 ? 0 : Hash.notNull(Hash.mix(sum, WHOLE));
        }

        void isRead(Control me) {
            if (read != null && read.isLike(me)) {
                return;
            }
            Use use = new Use(me);
            use.next = without(read, me);
            read = use;
        }

        private static Use without(Use uses, Control me) {
            if (uses == null || uses.by == me) {
                return uses == null ? null : uses.next;
            }
            uses.next = without(uses.next, me);
            return uses;
        }
    }

    static {
        for (int i = 0; i < FACTORS.length; i++) {
            FACTORS[i] = factorOf(i);
        }
    }

    static void reset() {
        states = new NamedObjects();
        known = new LongMap();
    }

    /** That is known before it shows. */
    static void isToBeApart(long key) {
        APART.add(key);
    }

    /** Whether an array that has a name is told as a whole. */
    static boolean include(Control me, Object array) {
        return !StoreBuffers.on && array != null && isLarge(array) && !isApart(array, Names.of(me, array));
    }

    private static boolean isLarge(Object array) {
        return array instanceof byte[] && ((byte[]) array).length >= SHORTEST
                || array instanceof char[] && ((char[]) array).length >= SHORTEST;
    }

    private static boolean isApart(Object array, long name) {
        return !APART.isEmpty() && (APART.contains(name) || APART.contains(kind(array)));
    }

    private static long kind(Object array) {
        return Hash.mix(Hash.mix(KIND, ClassInfo.length(array)), array instanceof byte[] ? 'B' : 'C');
    }

    /** The elements of an array are used in a way that only they can tell. */
    static void split(Control me, Object array) {
        long name = Names.of(me, array);
        APART.add(name);
        long kind = kind(array);
        long apart = COUNTS.get(kind) + 1;
        COUNTS.put(kind, apart);
        if (apart < MANY || apart * SHARE < known.get(kind)) {
            Insights.arrayIsSplit(name);
        } else {
            APART.add(kind);
            Insights.arrayIsSplit(kind);
        }
    }

    static long location(Control me, Object array) {
        KeptArrays.accessed(array);
        return Access.version(Names.of(me, array));
    }

    private static State state(Object array, long name) {
        State state = (State) states.get(name);
        if (state == null) {
            state = new State(array);
            state.isInitial(INITIAL.get(name));
            states.put(name, state);
            known.put(kind(array), known.get(kind(array)) + 1);
        }
        return state;
    }

    /** An array has got its name: what is in it. */
    static void named(Control me, Object array, long name, int site) {
        long sum = 0;
        for (int i = 0, length = ClassInfo.length(array); i < length; i++) {
            sum += part(array, i, i);
        }
        State state = state(array, name);
        if (me.isSilent() || me.handedOut.isOpen()) {
            INITIAL.put(name, sum);
            state.isInitial(sum);
        } else if (sum == 0) {
            state.isInitial(0);
        } else {
            state.sum = sum;
            state.isWritten(me);
        }
        if (state.value != 0) {
            Access.contentWrite(me, Access.version(name), state.value, site);
        }
    }

    /** The thread reads so many elements of an array from this one on. */
    static void read(Control me, Object array, int index, int count, int site) {
        long name = Names.of(me, array);
        isCopied(name, count);
        Access.read(me, location(me, array), name, site);
        if (me.open == Control.READ && !me.isSilent()) {
            State state = state(array, name);
            isUsed(me, state.written, array);
            state.isRead(me);
            Access.completeRead(me, found(state, array, index, count));
        }
    }

    /** What is learned by reading these elements. */
    private static long found(State state, Object array, int index, int count) {
        long changed = 0;
        for (int i = index; i < index + count; i++) {
            changed += part(array, i, i) - part(state.contents, i, i);
        }
        return changed == 0 ? state.value : Hash.notNull(Hash.mix(state.value, changed));
    }

    /** The thread writes elements of an array, to which the values are yet to be copied. */
    static void write(Control me, Object array, int index, Object values, int from, int count, int site) {
        long location = location(me, array);
        long name = Names.of(me, array);
        if (me.isSilent()) {
            Access.reportContents(me, site);
            if (Initialisation.isOwn(me, name)) {
                State state = state(array, name);
                put(state, index, values, from, count);
                state.isInitial(state.sum);
                INITIAL.put(name, state.sum);
                Native.initial(location, state.value);
                return;
            }
            me.initialiserTells();
        }
        Steps.step(me, site, Codes.UPDATE, location, 0);
        State state = state(array, name);
        isUsed(me, state.written, array);
        isUsed(me, state.read, array);
        isCopied(name, count);
        if (count == 1 && state.written != null && state.written.by != me) {
            changesHands(me, array, name);
        }
        long before = state.value;
        put(state, index, values, from, count);
        state.isWritten(me);
        Steps.updated(me, location, before, state.value);
    }

    /** The thread writes one element. */
    static void write(Control me, Object array, int index, long value, int site) {
        Object values = array instanceof byte[] ? new byte[] {(byte) value} : new char[] {(char) value};
        write(me, array, index, values, 0, 1, site);
    }

    /** The values are what is told to be in the array from now on. */
    private static void put(State state, int index, Object values, int from, int count) {
        for (int i = 0; i < count; i++) {
            state.sum += part(values, from + i, index + i) - part(state.contents, index + i, index + i);
        }
        System.arraycopy(values, from, state.contents, index, count);
    }

    /** What an element of these values counts in the sum, at this index of an array. */
    private static long part(Object values, int element, int index) {
        int value = values instanceof byte[] ? ((byte[]) values)[element] : ((char[]) values)[element];
        return value == 0 ? 0 : value * factor(index);
    }

    private static long factor(int index) {
        return index < FACTORS.length ? FACTORS[index] : factorOf(index);
    }

    private static long factorOf(int index) {
        return Hash.mix(WHOLE, index) | 1;
    }

    private static void isCopied(long name, int count) {
        if (count > 1) {
            COPIED.add(name);
        }
    }

    /** The thread writes one element, after another thread has written. */
    private static void changesHands(Control me, Object array, long name) {
        if (COPIED.contains(name) || isApart(array, name)) {
            return;
        }
        CHANGES.put(name, CHANGES.get(name) + 1);
        if (CHANGES.get(name) == MOST_CHANGES) {
            split(me, array);
        }
    }

    /**
     * Others have used the array like this; null for nobody. (Who has read it before a write is looked at, too: that it
     * could have come after the write would show as well, but later.)
     */
    private static void isUsed(Control me, Use uses, Object array) {
        Use use = uses;
        while (use != null && use.isApartFrom(me)) {
            use = use.next;
        }
        if (use != null && include(me, array)) {
            split(me, array);
        }
    }
}
