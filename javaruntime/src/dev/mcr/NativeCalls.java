package dev.mcr;

import java.lang.reflect.Field;

/**
 * Native methods of the program, and what their code does through JNI. The agent calls these methods in the middle of
 * native code.
 *
 * <p>A call of a native method is one atomic update of a state that all native code of the program has in common, once
 * two threads have called any. (Silent static initialisers, which any thread may run, count as one more.) Fields,
 * elements and monitors that native code uses through JNI are the same locations as for others. Memory that Java and
 * native code share (direct buffers) belongs to that state, from the time on that native code asks for it.
 *
 * <p>An array that others can reach is read when native code asks for its elements, and written when it releases them:
 * in between it has a copy.
 */
final class NativeCalls {
    private NativeCalls() {}

    private static final String STATE = "native code";
    private static final long INITIALISERS = 1;

    /** Over all executions: who has called native methods, or used memory by its address. */
    private static long user;
    /** Who has used this state by other means: segments, handles of native functions. */
    private static long other;
    private static final long SEVERAL = -1;

    /** Called by the agent before a native method. */
    static void entered(long method) {
        Control me = self();
        if (me == null) {
            return;
        }
        me.changes();
        if (isShared(me)) {
            me.initialiserTells();
            Versions.update(me, STATE, Hash.mix(Hash.mix(me.id, me.history), method));
        }
        me.nativeStep = Steps.taken;
    }

    /**
     * Called by the agent when native code goes on after a function of JNI: if others may have run in between, what it
     * does from here on is another step.
     */
    static void goesOn() {
        Control me = self();
        if (me != null && me.nativeStep != Steps.taken) {
            entered(0);
        }
    }

    private static boolean isShared(Control me) {
        long by = by(me);
        Remembered.note(Remembered.NATIVE_CODE, by, 0);
        if (user == 0) {
            user = by;
        }
        if (user != by || other != 0 && other != by) {
            Insights.show(Insights.NATIVE_CODE_IS_SHARED);
        }
        return Insights.has(Insights.NATIVE_CODE_IS_SHARED) || Insights.has(Insights.NATIVE_MEMORY);
    }

    private static long by(Control me) {
        // While there is one thread, nobody else could run the initialiser.
        return me.isSilent() && !Threads.isAlone() ? INITIALISERS : Hash.notNull(Hash.mix(me.id, 73));
    }

    /** The thread is about to update the version at this location, which may be that of native code. */
    static void updates(Control me, long location) {
        if (!isVersion(location)) {
            return;
        }
        long by = by(me);
        Remembered.note(Remembered.NATIVE_CODE, by, 1);
        other = other == 0 || other == by ? by : SEVERAL;
        if (user != 0 && user != by) {
            Insights.show(Insights.NATIVE_CODE_IS_SHARED);
        }
    }

    private static Control self() {
        Control me = Hooks.self();
        if (me != null && me.stopping) {
            throw Stop.STOP;
        }
        return me;
    }

    /** Native code is about to read or write a field. A primitive value is given as {@code bits}. */
    static void field(Field field, Object target, boolean writes, long bits, Object value) {
        Control me = self();
        if (me == null) {
            return;
        }
        if (writes) {
            me.changes();
            Reflection.write(me, field, target, field.getType().isPrimitive() ? (Object) bits : value, me.place());
        } else {
            Reflection.read(me, field, target, me.place());
        }
    }

    /** Native code is about to call a method of an object. */
    static void called(Object receiver) {
        Control me = self();
        if (me != null && receiver != null && ClassInfo.of(receiver.getClass()).kind == ClassInfo.OPAQUE) {
            me.initialiserTells();
            Versions.change(me, receiver, CALLED, Hash.mix(me.id, me.history), me.place());
        }
    }

    private static final long CALLED = Hash.text(89, "called by native code");

    /** Native code enters or leaves a monitor; false if the JVM has to do it. */
    static boolean monitor(Object object, boolean enters) {
        Control me = self();
        if (me == null || object == null) {
            return false;
        }
        if (enters) {
            Hooks.monitorEnter(object, me.place());
        } else {
            Hooks.monitorExit(object, me.place());
        }
        return true;
    }

    /** Native code asks for the memory of a buffer, or makes a buffer of memory. */
    static void memory() {
        if (self() != null) {
            Insights.show(Insights.NATIVE_MEMORY);
        }
    }

    /** The calling thread uses memory by its address. */
    static void memoryUsed() {
        entered(MEMORY);
    }

    private static final long MEMORY = Hash.text(97, "memory");
    /**
     * The class of memory that is not in the heap, where the JDK has one: whoever knows an address can make another
     * object for the same memory.
     */
    private static final Class<?> SEGMENT = Internals.find("jdk.internal.foreign.NativeMemorySegmentImpl");
    /** Closing one of these ends the life of segments. */
    private static final Class<?> ARENA = Internals.find("jdk.internal.foreign.ArenaImpl");
    /**
     * The class of what makes handles of native functions: handles have their version in common with it, and so with
     * all native code.
     */
    private static final Class<?> LINKER = Internals.find("jdk.internal.foreign.abi.AbstractLinker");

    /**
     * The version of a buffer whose memory is that of a file, or native code may have, or of memory that is not in the
     * heap and of what it lives as long as; 0 if it is an object like others.
     */
    static long memoryOf(Object object) {
        if (object.getClass() == SEGMENT || object.getClass() == ARENA || LINKER != null && LINKER.isInstance(object)) {
            return location();
        }
        if (Insights.has(Insights.NATIVE_MEMORY) && object instanceof java.nio.Buffer
                && ((java.nio.Buffer) object).isDirect()) {
            return location();
        }
        return MappedFiles.versionOf(object);
    }

    /** The location of the state, once it has been used. */
    private static long location;

    private static long location() {
        return location = Versions.ofState(STATE);
    }

    /** Whether this is the version of native code. */
    static boolean isVersion(long version) {
        return version != 0 && version == location;
    }

    // Arrays. The codes are the agent's (foreign.rs).

    private static final int GET_REGION = 0, SET_REGION = 1, GET_ELEMENTS = 2, RELEASE_ELEMENTS = 3, GET_CRITICAL = 4,
            RELEASE_CRITICAL = 5, GET_ELEMENT = 6, SET_ELEMENT = 7;
    /** Modes of a release (JNI). */
    private static final int COMMIT = 1, ABORT = 2;
    /** The JVM has to do it. */
    private static final long NOT_DONE = -1;

    /** The elements of an array that native code has a copy of. */
    private static final class Lent {
        final Object array;
        Object contents;
        final long address;
        Lent next;

        Lent(Object array, Object contents, long address) {
            this.array = array;
            this.contents = contents;
            this.address = address;
        }
    }

    private static Lent lent;

    /** What earlier executions have not given back. */
    static void reset() {
        for (; lent != null; lent = lent.next) {
            ClassInfo.UNSAFE.freeMemory(lent.address);
        }
    }

    /**
     * Native code is about to read or write elements of an array.
     *
     * @param start index of the first one
     * @param length how many; the mode of a release
     * @param address where they are to be put, or are
     * @return the answer of the function, or {@link #NOT_DONE}
     */
    static long array(int code, Object array, int start, int length, long address, Object value) {
        Lent back = code == RELEASE_ELEMENTS || code == RELEASE_CRITICAL ? find(address) : null;
        if (array == null) {
            return NOT_DONE;
        }
        Control me = Hooks.self();
        if (me == null || me.stopping) {
            if (back == null) {
                return NOT_DONE;
            }
            forget(back);
            return 0;
        }
        int size = ClassInfo.length(array);
        boolean named = Names.isShared(me, array);
        switch (code) {
            case GET_REGION:
                if (!named || !isWithin(start, length, size)) {
                    return NOT_DONE;
                }
                copyOut(Arraycopy.read(me, array, start, length, me.place()), address);
                return 0;
            case SET_REGION:
                me.changes();
                if (!isWithin(start, length, size)) {
                    return NOT_DONE;
                }
                Arraycopy.copy(me, copyIn(array, length, address), 0, array, start, length, me.place());
                return 0;
            case GET_ELEMENTS, GET_CRITICAL:
                me.changes();
                return named ? lend(me, array, size) : NOT_DONE;
            case RELEASE_ELEMENTS, RELEASE_CRITICAL:
                me.changes();
                if (back == null) {
                    return NOT_DONE;
                }
                giveBack(me, back, size, code == RELEASE_CRITICAL, length);
                return 0;
            case GET_ELEMENT:
                if (named && start >= 0 && start < size) {
                    Access.readElementNow(me, array, start, me.place());
                }
                return NOT_DONE;
            default:
                me.changes();
                if (named && start >= 0 && start < size
                        && (value == null || array.getClass().getComponentType().isInstance(value))) {
                    Access.writeElement(me, array, start, Names.of(me, value), me.place());
                }
                return NOT_DONE;
        }
    }

    private static boolean isWithin(int start, int length, int size) {
        return start >= 0 && length >= 0 && start <= size - length;
    }

    private static long lend(Control me, Object array, int size) {
        Object contents = Arraycopy.read(me, array, 0, size, me.place());
        long address = ClassInfo.UNSAFE.allocateMemory(Math.max(8, bytes(array, size)));
        copyOut(contents, address);
        Lent made = new Lent(array, contents, address);
        made.next = lent;
        lent = made;
        return address;
    }

    /**
     * The JVM writes all elements back; of an array that was lent as it is, native code has written only those that are
     * not as they were.
     */
    private static void giveBack(Control me, Lent back, int size, boolean onlyChanged, int mode) {
        if (mode != ABORT) {
            Object now = copyIn(back.array, size, back.address);
            for (int i = 0; i < size; i++) {
                char kind = ClassInfo.of(now.getClass()).element;
                if (!onlyChanged || ClassInfo.bits(now, kind, i) != ClassInfo.bits(back.contents, kind, i)) {
                    Arraycopy.copy(me, now, i, back.array, i, 1, me.place());
                }
            }
            back.contents = now;
        }
        if (mode != COMMIT) {
            forget(back);
        }
    }

    private static Lent find(long address) {
        Lent found = lent;
        while (found != null && found.address != address) {
            found = found.next;
        }
        return found;
    }

    private static void forget(Lent back) {
        if (lent == back) {
            lent = back.next;
        } else {
            Lent before = lent;
            while (before.next != back) {
                before = before.next;
            }
            before.next = back.next;
        }
        ClassInfo.UNSAFE.freeMemory(back.address);
    }

    private static long bytes(Object array, int length) {
        return (long) length * ClassInfo.UNSAFE.arrayIndexScale(array.getClass());
    }

    private static void copyOut(Object values, long address) {
        long base = ClassInfo.of(values.getClass()).arrayBase();
        ClassInfo.UNSAFE.copyMemory(values, base, null, address, bytes(values, ClassInfo.length(values)));
    }

    private static Object copyIn(Object like, int length, long address) {
        Object values = java.lang.reflect.Array.newInstance(like.getClass().getComponentType(), length);
        long base = ClassInfo.of(values.getClass()).arrayBase();
        ClassInfo.UNSAFE.copyMemory(null, address, values, base, bytes(values, length));
        return values;
    }
}
