package dev.mcr;

/**
 * A call of code that is not rewritten, from the end of its arguments until it has come back: see {@link Calls}.
 *
 * <p>The arrays that it works on are read before it, element by element. It then finds what was read, whatever other
 * threads have written since; and what it has changed is written afterwards.
 */
class OpaqueCall {
    private static final Object[] NONE = {};
    private static final int[] NOWHERE = {};

    final int site;
    /**
     * The object that is called, whose version the call updates, or null. What such a call returns may be known to
     * other threads.
     */
    final Object receiver;
    /** The method or handle that is called, if the site does not say which; or null. */
    Object callee;
    /** What is known of its arguments; null if nothing is. */
    CallSize.Arguments arguments;
    /** The object that holds monitors while the call lasts, and the method of it that does: of others, the receiver. */
    Object holder;
    String holding;
    /** The version that an object which comes out of the call shares with one that went in; 0 for none. */
    long group;
    /** The version after the last update that was made for the call; 0 if there was none. */
    long version;
    /** All versions that the call touches, and the objects whose they are, if there are several. */
    long[] versions;
    Object[] objects = NONE;
    /** The arrays it was handed come first. */
    Object[] arrays = NONE;
    /** Of each array that it uses only a part of, where that begins. */
    private int[] begins = NOWHERE;
    /** How many it was handed; the others its receiver has kept. */
    int handed;
    /** What was read of the arrays, which is what the call finds in them. */
    private Object[] copies = NONE;
    /** What they contain for the call, which may have written there. */
    private Object[] own = NONE;
    /** What they contain for everybody else; null while they are not shown to the call. */
    private Object[] contents;
    /** The call takes its arguments out of the array before it does anything else. */
    boolean spreads;
    /** How deep the stack was: which frame has made the call. */
    final int depth;
    /** {@link Calls#begun} at its begin. */
    private final long number = Calls.begun;
    /** What it has returned, or made. */
    Object result;
    /**
     * Of a call that copies an object: the values of its fields as they were read, or an array of the elements as they
     * were; else null.
     */
    Object copied;
    /** It copies an object that nobody else can reach. */
    boolean clones;
    /**
     * It has begun, and does something itself; how many methods of the program are running in it, one inside the other,
     * and how many events there were when the first one began.
     */
    private boolean begun;
    private int callbacks;
    private long eventsBefore;
    /** The call during which this one was made, or null. */
    final OpaqueCall outer;
    /** It is one of a random generator, and has drawn a number. */
    private boolean hasDrawn;

    /** The running thread makes a call at this site. */
    OpaqueCall(Control me, int site, Object receiver, long group) {
        this(me, site, receiver, group, Native.depth());
    }

    /** The same, where it is known how deep the stack is. */
    OpaqueCall(Control me, int site, Object receiver, long group, int depth) {
        this.site = site;
        this.receiver = receiver;
        this.group = group;
        this.versions = group == 0 ? JointCalls.NONE : new long[] {group};
        this.depth = depth;
        // Code of the JDK may have caught what ended an earlier one.
        CallEvents.thrown(me, depth);
        this.outer = me.opaqueCalls;
    }

    /** It works on a part of this array, and reads that, each element in an event of its own. */
    void readPart(Control me, Object array, int begin, int length) {
        arrays = new Object[] {array};
        copies = new Object[] {Arraycopy.read(me, array, begin, length, site)};
        begins = new int[] {begin};
    }

    /**
     * It works on these arrays as well, and reads all their elements, each in an event of its own; false if there are
     * none.
     */
    boolean read(Control me, Object[] more) {
        if (more.length == 0) {
            return false;
        }
        int known = arrays.length;
        arrays = Copies.of(arrays, known + more.length);
        copies = Copies.of(copies, arrays.length);
        for (int i = 0; i < more.length; i++) {
            arrays[known + i] = more[i];
            copies[known + i] = Arraycopy.read(me, more[i], 0, ClassInfo.length(more[i]), site);
        }
        return true;
    }

    /** It touches this object as well, which has this version. */
    void touch(Control me, Object object, long version) {
        touch(me, object, CoarseCalls.GIVEN, version);
    }

    /** {@code how}: what the call does to it, unless it is the receiver. */
    void touch(Control me, Object object, int how, long version) {
        if (object == receiver) {
            CoarseCalls.called(me, object, callee, arguments, version, site);
        } else {
            CoarseCalls.at(me, object, how, version, site);
        }
        versions = JointCalls.with(versions, version);
        objects = Copies.of(objects, objects.length + 1);
        objects[objects.length - 1] = object;
    }

    /** Whether no call has begun since this one has, so that what ends now is this one, or one around it. */
    boolean isLast() {
        return number == Calls.begun;
    }

    Object[] copies() {
        return copies;
    }

    /** A hash of what is called and of what was read. */
    long hash(Control me, long hash) {
        for (Object copy : copies) {
            for (int i = 0, length = ClassInfo.length(copy); i < length; i++) {
                hash = Hash.mix(hash, Access.elementValue(me, copy, i));
            }
        }
        return hash;
    }

    /** The innermost one among this call and those around it that updates a version and has begun, or null. */
    OpaqueCall versioned() {
        OpaqueCall call = this;
        while (call != null && (!call.begun || call.version == 0)) {
            call = call.outer;
        }
        return call;
    }

    /** The innermost one that does something itself, be it to an object with a version or to arrays; or null. */
    OpaqueCall working() {
        OpaqueCall call = this;
        while (call != null && (!call.begun || call.version == 0 && call.own.length == 0)) {
            call = call.outer;
        }
        return call;
    }

    /** Other threads may run, and see what the call has written into its arrays. */
    void callbackBegins(Control me) {
        if (callbacks++ == 0) {
            write(me);
            hide();
            eventsBefore = me.events;
        }
    }

    /**
     * A method of the program that the call has called is over; whether it was called by code that is not rewritten,
     * and there were events in it. Then the call finds what is in its arrays now.
     */
    boolean callbackEnds(Control me) {
        boolean anew = callbacks == 1 && me.events != eventsBefore;
        for (int a = 0; callbacks == 1 && a < own.length; a++) {
            boolean told = anew && !me.stopping && !me.isSilent();
            copies[a] = told ? Arraycopy.read(me, arrays[a], begin(a), ClassInfo.length(copies[a]), site) : part(a);
            own[a] = Arraycopy.copyOf(copies[a]);
        }
        callbacks--;
        show();
        return anew;
    }

    boolean isInCallback() {
        return callbacks > 0;
    }

    /** Its random generator draws a number: whether others can have drawn since it has begun, and may do so now. */
    boolean drawsAgain() {
        boolean again = hasDrawn && own.length == 0;
        hasDrawn = true;
        return again;
    }

    /**
     * The call itself begins, and leads on to other code or does something itself: no other thread runs from here on
     * until it has come back, or calls the program.
     */
    void begin(boolean leadsOn) {
        begun = !leadsOn;
        own = new Object[arrays.length];
        for (int a = 0; a < own.length; a++) {
            own[a] = Arraycopy.copyOf(copies[a]);
        }
        show();
    }

    /** Puts into the arrays of this call, and of those around it, what they contain for these, unless it calls back. */
    final void show() {
        if (callbacks > 0) {
            return;
        }
        if (outer != null) {
            outer.show();
        }
        if (contents == null && own.length > 0) {
            contents = new Object[own.length];
            for (int a = 0; a < own.length; a++) {
                contents[a] = part(a);
                put(own[a], a);
            }
        }
    }

    /** Puts into the arrays of this call, and of those around it, what they contain for everybody else. */
    final void hide() {
        if (contents != null) {
            for (int a = own.length - 1; a >= 0; a--) {
                own[a] = part(a);
                put(contents[a], a);
            }
            contents = null;
        }
        if (spreads) {
            own = NONE;
        }
        if (outer != null) {
            outer.hide();
        }
    }

    private int begin(int array) {
        return array < begins.length ? begins[array] : 0;
    }

    /** What is in an array now, as far as the call uses it. */
    private Object part(int array) {
        return Arraycopy.copyOf(arrays[array], begin(array), ClassInfo.length(copies[array]));
    }

    private void put(Object from, int array) {
        System.arraycopy(from, 0, arrays[array], begin(array), ClassInfo.length(from));
    }

    /**
     * Whether an array is one of those that the running call, or one around it, works on: what happens to it now is
     * part of the call, also in code that is rewritten.
     */
    boolean worksOn(Object array) {
        for (OpaqueCall call = this; call != null && call.callbacks == 0; call = call.outer) {
            for (int a = 0; a < call.own.length; a++) {
                if (call.arrays[a] == array) {
                    if (call.spreads) {
                        hide();
                        return worksOn(array);
                    }
                    // A call that an exception has ended is found out by the handler of the program, later.
                    return Native.depth() > call.depth;
                }
            }
        }
        return false;
    }

    /** What the call has changed in the arrays, it has written by now. */
    void end(Control me) {
        write(me);
        own = NONE;
        if (outer != null) {
            outer.show();
        }
    }

    /** The same for an array that is told as a whole. */
    private void writeWhole(Control me, int a) {
        int first = 0;
        int end = ClassInfo.length(own[a]);
        while (first < end && isUnchanged(me, a, first)) {
            first++;
        }
        while (end > first && isUnchanged(me, a, end - 1)) {
            end--;
        }
        if (first < end) {
            int count = end - first;
            WholeArrays.write(me, arrays[a], begin(a) + first, own[a], first, count, site);
            System.arraycopy(own[a], first, arrays[a], begin(a) + first, count);
            System.arraycopy(own[a], first, copies[a], first, count);
        }
    }

    private boolean isUnchanged(Control me, int a, int index) {
        return Access.elementValue(me, own[a], index) == Access.elementValue(me, copies[a], index);
    }

    /** Writes, one by one, what the call has changed in the arrays, and what has not been written yet. */
    private void write(Control me) {
        if (contents == null) {
            return;
        }
        hide();
        for (int a = 0; a < own.length; a++) {
            Object array = arrays[a];
            if (WholeArrays.include(me, array)) {
                writeWhole(me, a);
                continue;
            }
            for (int i = 0, length = ClassInfo.length(own[a]); i < length; i++) {
                long value = Access.elementValue(me, own[a], i);
                if (value != Access.elementValue(me, copies[a], i)) {
                    Access.writeElement(me, array, begin(a) + i, value, site);
                    System.arraycopy(own[a], i, array, begin(a) + i, 1);
                    System.arraycopy(own[a], i, copies[a], i, 1);
                }
            }
        }
    }
}
