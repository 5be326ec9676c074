package dev.mcr;

/**
 * Under PSO: what a thread has written to objects that nobody else can reach, since its last barrier or fence. Once
 * such an object is named, these writes may arrive after the one by which others find the object: they enter the buffer
 * when the contents are reported. What was written before the barrier has arrived before anybody can find it, and is as
 * it is under the other models.
 *
 * <p>Invariant: as long as a round of a loop may turn out to have changed nothing, the log only grows, so that
 * {@link Fences.Since#early} can be set back to what it was before the round.
 */
final class EarlyWrites {
    private static final int MOST = 1 << 20;

    /** Objects written to, where, and what was there before. */
    private Object[] bases = new Object[1 << 4];
    private long[] offsets = new long[1 << 4];
    private Object[] before = new Object[1 << 4];
    private int size;
    /**
     * For those of the entries that have been looked through: the entry before this one for the same object, counted
     * from 1.
     */
    private int[] earlier = {};
    private int indexed;
    /**
     * For each object, as an {@code int[2]}, its last entry, and the last one that has arrived before others can find
     * it; counted from 1.
     */
    private IdentityMap last = new IdentityMap();

    int size() {
        return size;
    }

    /** The thread is about to write to a place in an object that nobody else can reach. */
    static void add(Control me, Object base, long offset, Object before) {
        if (me.isSilent()) {
            return;
        }
        EarlyWrites log = me.early;
        if (log.size > 0 && me.since.early == log.size && !me.rounds.areKept()) {
            log.clear();
            me.since.early = 0;
        }
        if (log.size == MOST) {
            Threads.refuse(me, "a thread has written to objects of its own more than " + MOST
                    + " times without a fence: under PSO all of that would have to be kept");
        }
        log.append(base, offset, before);
    }

    private void append(Object base, long offset, Object old) {
        if (size == bases.length) {
            Object[] moreBases = new Object[size * 2];
            long[] moreOffsets = new long[size * 2];
            Object[] moreBefore = new Object[size * 2];
            System.arraycopy(bases, 0, moreBases, 0, size);
            System.arraycopy(offsets, 0, moreOffsets, 0, size);
            System.arraycopy(before, 0, moreBefore, 0, size);
            bases = moreBases;
            offsets = moreOffsets;
            before = moreBefore;
        }
        bases[size] = base;
        offsets[size] = offset;
        before[size++] = old;
    }

    private void clear() {
        for (int i = 0; i < size; i++) {
            bases[i] = null;
            before[i] = null;
        }
        size = 0;
        if (indexed > 0) {
            indexed = 0;
            last = new IdentityMap();
        }
    }

    /** The same for an element of an array. */
    static void element(Control me, Object array, int index) {
        if (array != null && index >= 0 && index < ClassInfo.length(array)) {
            ClassInfo.FieldInfo place = ClassInfo.of(array.getClass()).element(index);
            add(me, array, place.offset, ClassInfo.value(array, place));
        }
    }

    /** The same for a range of elements. {@code me}: null if it is not to be seen. */
    static void elements(Control me, Object array, int from, int length) {
        if (StoreBuffers.partial && me != null && array != null && array.getClass().isArray()
                && !Names.isNamed(array)) {
            for (int i = 0; i < length; i++) {
                element(me, array, from + i);
            }
        }
    }

    /** The thread has made this copy of an array: it has written all elements. */
    static <T> T made(Control me, T array) {
        if (me != null && array != null) {
            ScopeHooks.madeByJdk(array);
        }
        if (StoreBuffers.partial && me != null && array != null) {
            ClassInfo info = ClassInfo.of(array.getClass());
            int length = ClassInfo.length(array);
            for (int i = 0; i < length; i++) {
                add(me, array, info.element(i).offset, ClassInfo.zero(info.element));
            }
        }
        return array;
    }

    /** The thread has made this copy of an object. */
    static void madeObject(Control me, Object copy) {
        for (ClassInfo.FieldInfo field : ClassInfo.of(copy.getClass()).fields()) {
            add(me, copy, field.offset, ClassInfo.zero(field.kind));
        }
    }

    /** What the thread has written to an object since its last barrier or fence; null if nothing. */
    Writes to(Control me, Object object) {
        if (me.since.early == size) {
            return null;
        }
        index();
        int[] found = (int[]) last.get(object);
        Writes writes = null;
        int from = found == null ? 0 : Math.max(me.since.early, found[1]);
        for (int entry = found == null ? 0 : found[0]; entry > from; entry = earlier[entry - 1]) {
            if (writes == null) {
                writes = new Writes();
            }
            writes.first = new Write(offsets[entry - 1], before[entry - 1], writes.first);
        }
        if (writes != null) {
            writes.chain();
        }
        return writes;
    }

    /**
     * A barrier in code of the JDK that is for this object, such as the end of its constructor. Only what can be found
     * through the object counts: such code also runs for its own purposes, in one execution and not in the next, and
     * that must not show.
     */
    static void freeze(Control me, Object object) {
        if (!StoreBuffers.partial || me == null || object == null || me.isSilent() || me.since.early == me.early.size) {
            return;
        }
        me.early.index();
        me.early.freezeWritten(object);
        me.early.freezeParts(object);
        // Which of the older objects are parts of it no key tells.
        me.scopes.pin(me);
    }

    /** Freezes what was written to an object; whether that was something new. */
    private boolean freezeWritten(Object object) {
        int[] found = object == null ? null : (int[]) last.get(object);
        if (found == null || found[0] == found[1]) {
            return false;
        }
        found[1] = found[0];
        return true;
    }

    private void freezeParts(Object object) {
        ClassInfo info = ClassInfo.of(object.getClass());
        if (info.element == 'L') {
            for (Object element : (Object[]) object) {
                if (freezeWritten(element)) {
                    freezeParts(element);
                }
            }
        } else if (info.element == 0) {
            for (ClassInfo.FieldInfo field : info.fields()) {
                Object part = field.kind == 'L' ? ClassInfo.reference(object, field) : null;
                if (freezeWritten(part)) {
                    freezeParts(part);
                }
            }
        }
    }

    private void index() {
        if (earlier.length < size) {
            int[] more = new int[bases.length];
            System.arraycopy(earlier, 0, more, 0, indexed);
            earlier = more;
        }
        for (; indexed < size; indexed++) {
            int[] entry = (int[]) last.get(bases[indexed]);
            if (entry == null) {
                entry = new int[2];
                last.put(bases[indexed], entry);
            }
            earlier[indexed] = entry[0];
            entry[0] = indexed + 1;
        }
    }

    /** An entry of the log. */
    private static final class Write {
        final long offset;
        final Object before;
        /** The next one to the same object. */
        final Write next;
        /** The next one to the same place, counted from 1. */
        int again;

        Write(long offset, Object before, Write next) {
            this.offset = offset;
            this.before = before;
            this.next = next;
        }
    }

    /** The writes to one object. */
    static final class Writes {
        private Write first;
        private Write[] all;
        /** The first one to each place, counted from 1. */
        private final LongMap places = new LongMap();

        private void chain() {
            int count = 0;
            for (Write write = first; write != null; write = write.next) {
                count++;
            }
            all = new Write[count];
            for (Write write = first; write != null; write = write.next) {
                all[all.length - count--] = write;
            }
            for (int i = all.length; i > 0; i--) {
                all[i - 1].again = (int) places.get(all[i - 1].offset);
                places.put(all[i - 1].offset, i);
            }
        }

        /** Reports what a location has contained, one after the other; false if nothing was written there. */
        boolean report(Control me, long location, Object object, ClassInfo.FieldInfo place, int site) {
            int entry = (int) places.get(place.offset);
            if (entry == 0) {
                return false;
            }
            Object value = all[entry - 1].before;
            long bits = bits(me, value, place.kind);
            if (bits != 0) {
                Access.contentWrite(me, location, bits, site);
            }
            while (entry != 0) {
                entry = all[entry - 1].again;
                Object next = entry == 0 ? ClassInfo.value(object, place) : all[entry - 1].before;
                long nextBits = bits(me, next, place.kind);
                if (nextBits != bits) {
                    Access.contentWrite(me, location, Codes.WRITE, nextBits, site);
                    StoreBuffers.wrote(me, location, object, place, value);
                    value = next;
                    bits = nextBits;
                }
            }
            return true;
        }

        private static long bits(Control me, Object value, char kind) {
            return kind == 'L' ? Names.of(me, value) : (Long) value;
        }
    }
}
