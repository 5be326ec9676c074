package dev.mcr;

/**
 * Accesses that do not go to one element of an array: to several at once or to a part of one ({@code Unsafe.putLong} of
 * an array of bytes, a view by {@code MethodHandles.byteArrayViewVarHandle}), and {@code Unsafe.setMemory} and
 * {@code copyMemory}.
 *
 * <p>Each element concerned is read before the call and written after it, in an event of its own. An aligned access is
 * atomic in the JVM: such accesses to one array exclude each other by a monitor that nothing else takes. (Who looks at
 * single elements may still see some of them written and others not.)
 */
final class ArraySpans {
    private ArraySpans() {}

    private static final String LATE =
            "an access to several elements of an array at once, where threads share the array and writes arrive late";
    private static final long WHOLE = Hash.text(103, "several elements at once");

    /** Whether a place in an array, as {@code Unsafe} names it, is other than one element of this kind. */
    static boolean isSpan(Object array, long offset, char kind) {
        ClassInfo info = ClassInfo.of(array.getClass());
        return info.element != 'L' && kind != 'L'
                && (info.element != kind || (offset - info.arrayBase()) % width(info.element) != 0);
    }

    /** What an access does, and whether it orders the writes of its thread. */
    enum Kind {
        READ(true, false, false),
        WRITE(false, true, false),
        /** What the thread has written before arrives before it. */
        RELEASE(false, true, false),
        VOLATILE_WRITE(false, true, true),
        /** It reads, and may write. */
        UPDATE(true, true, true);

        final boolean reads;
        final boolean writes;
        /** It waits until the buffer is empty. */
        final boolean drains;

        Kind(boolean reads, boolean writes, boolean drains) {
            this.reads = reads;
            this.writes = writes;
            this.drains = drains;
        }
    }

    /**
     * The events before an access of {@code Unsafe}, or of a view, to a value of this type; those after it come when
     * the call is over.
     *
     * @param offset of the first byte, as {@code Unsafe} counts
     */
    static void access(Control me, Object array, long offset, char type, Kind kind, int site) {
        Span span = Span.of(array, offset, width(type), kind.reads, kind.writes);
        if (span == null) {
            return;
        }
        boolean shared = Names.isShared(me, array);
        if (StoreBuffers.on && kind.drains && !shared) {
            Fences.full(me, site);
        } else if (kind == Kind.RELEASE && StoreBuffers.partial) {
            Fences.storeStore(me, site);
        }
        if (!shared) {
            span.early(me);
            return;
        }
        SpanCall call = new SpanCall(me, site);
        boolean aligned = (offset - ClassInfo.of(array.getClass()).arrayBase()) % width(type) == 0;
        if (aligned && span.elements() > 1) {
            if (StoreBuffers.on && !kind.drains) {
                // Who enters a monitor waits until its writes have arrived.
                Native.notCovered(LATE, site);
            }
            call.enter(me, array);
        }
        call.begin(me, span, null);
    }

    /** The events before a call of {@code setMemory} or {@code copyMemory}, with what it was given. */
    static void bulk(Control me, String method, Object[] arguments, int site) {
        Span from = null;
        Span to = null;
        if (method.equals("setMemory") && arguments.length == 4) {
            to = Span.of(arguments[0], arguments[1], arguments[2], false, true);
        } else if (method.equals("copyMemory") && arguments.length == 5) {
            from = Span.of(arguments[0], arguments[1], arguments[4], true, false);
            to = Span.of(arguments[2], arguments[3], arguments[4], false, true);
        }
        if (to != null && !Names.isShared(me, to.array)) {
            to.early(me);
            to = null;
        }
        if (from != null && !Names.isShared(me, from.array)) {
            from = null;
        }
        if (from != null || to != null) {
            new SpanCall(me, site).begin(me, to, from);
        }
    }

    private static int width(char kind) {
        switch (kind) {
            case 'Z', 'B': return 1;
            case 'C', 'S': return 2;
            case 'I', 'F': return 4;
            default: return 8;
        }
    }

    /** Elements of an array of a primitive type. */
    private static final class Span {
        final Object array;
        final int first;
        final int last;
        final boolean reads;
        final boolean writes;
        /** The first element and the last one are concerned as a whole. */
        private final boolean wholeFirst;
        private final boolean wholeLast;
        /** What the call is to find. */
        private Object found;
        /** What there really was. */
        private Object contents;
        private Object changed;

        private Span(Object array, long from, long end, boolean reads, boolean writes) {
            int width = width(ClassInfo.of(array.getClass()).element);
            this.array = array;
            this.reads = reads;
            this.writes = writes;
            first = (int) (from / width);
            last = (int) ((end - 1) / width);
            wholeFirst = from % width == 0 && (first < last || end % width == 0);
            wholeLast = end % width == 0 && (first < last || from % width == 0);
        }

        /** Null if these bytes are not in an array of a primitive type. */
        static Span of(Object array, Object offset, Object bytes, boolean reads, boolean writes) {
            if (array == null || !array.getClass().isArray() || !(offset instanceof Long)
                    || !(bytes instanceof Number)) {
                return null;
            }
            ClassInfo info = ClassInfo.of(array.getClass());
            long from = (Long) offset - info.arrayBase();
            long length = ((Number) bytes).longValue();
            long size = info.element == 'L' ? 0 : (long) ClassInfo.length(array) * width(info.element);
            return from < 0 || length <= 0 || length > size || from > size - length ? null
                    : new Span(array, from, from + length, reads, writes);
        }

        int elements() {
            return last - first + 1;
        }

        private Object part(Object from) {
            Object part = java.lang.reflect.Array.newInstance(array.getClass().getComponentType(), elements());
            System.arraycopy(from, first, part, 0, elements());
            return part;
        }

        private boolean isRead(int index) {
            return reads || index == first && !wholeFirst || index == last && !wholeLast;
        }

        /** Nobody else can reach the array. */
        void early(Control me) {
            if (writes) {
                EarlyWrites.elements(me, array, first, elements());
            }
        }

        void read(Control me, int site) {
            if (WholeArrays.include(me, array)) {
                if (isRead(first) || isRead(last)) {
                    WholeArrays.read(me, array, first, elements(), site);
                }
                found = part(array);
                return;
            }
            found = part(array);
            for (int i = first; i <= last; i++) {
                if (isRead(i)) {
                    Access.readElementNow(me, array, i, site);
                    System.arraycopy(array, i, found, i - first, 1);
                }
            }
        }

        void show() {
            contents = part(array);
            System.arraycopy(found, 0, array, first, elements());
        }

        void keepChanged() {
            changed = part(array);
        }

        void hide() {
            System.arraycopy(contents, 0, array, first, elements());
        }

        /** The same for an array that is told as a whole. */
        private void writeWhole(Control me, int site) {
            boolean changes = !reads;
            for (int i = 0; i < elements() && !changes; i++) {
                changes = Access.elementValue(me, changed, i) != Access.elementValue(me, found, i);
            }
            if (changes) {
                WholeArrays.write(me, array, first, changed, 0, elements(), site);
                System.arraycopy(changed, 0, array, first, elements());
            }
        }

        /** What the call has written; of a call that reads as well, only what it has changed. */
        void write(Control me, int site) {
            if (writes && WholeArrays.include(me, array)) {
                writeWhole(me, site);
                return;
            }
            for (int i = first; writes && i <= last; i++) {
                long value = Access.elementValue(me, changed, i - first);
                if (!isRead(i) || value != Access.elementValue(me, found, i - first)) {
                    Access.writeElement(me, array, i, value, site);
                    System.arraycopy(changed, i - first, array, i, 1);
                }
            }
        }
    }

    /** A call until it is over. */
    private static final class SpanCall extends OpaqueCall {
        private Span to;
        private Span from;
        /** The monitor that it has taken, or 0. */
        private long monitor;

        SpanCall(Control me, int site) {
            super(me, site, null, 0);
        }

        void enter(Control me, Object array) {
            long name = Names.of(me, array);
            if (me.isSilent() && Initialisation.isOwn(me, name)) {
                return;
            }
            monitor = Hash.mix(name, WHOLE);
            Native.labelObject(monitor, "elements at once", true);
            Monitors.enter(me, monitor, site);
        }

        void begin(Control me, Span to, Span from) {
            this.to = to;
            this.from = from;
            if (from != null) {
                from.read(me, site);
            }
            if (to != null) {
                to.read(me, site);
                to.show();
            }
            if (from != null) {
                from.show();
            }
            me.opaqueCalls = this;
        }

        @Override
        void end(Control me) {
            if (to != null) {
                to.keepChanged();
            }
            if (from != null) {
                from.hide();
            }
            if (to != null) {
                // Where they overlap, it was shown first.
                to.hide();
                to.write(me, site);
            }
            if (monitor != 0) {
                Monitors.exit(me, monitor, site);
            }
        }
    }
}
