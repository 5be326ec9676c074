package dev.mcr;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * Arrays of the program that objects of code that is not rewritten have kept: what {@code ByteBuffer.wrap(a)} returns
 * reads and writes {@code a}.
 *
 * <p>As long as such an array is used through its keeper alone, the keeper's version tells all there is to know. Once
 * its elements are accessed in another way, that is an insight, for all arrays that were handed over at that place:
 * from then on each call of the keeper works on the array as if it were among the arguments.
 *
 * <p>The search may put a call that hands an array over together with an access of another thread, or with a call that
 * hands it to another keeper, without running that. So once arrays are handed over while there are several threads,
 * which is an insight, both are known over all executions, the arrays by name.
 *
 * <p>Invariant: which arrays an object has kept since it was made, who has the object knows; which ones it was given
 * later is a function of its version. So a call reads the former before its update, and the latter after one, which it
 * repeats then.
 */
final class KeptArrays {
    private KeptArrays() {}

    private static final Object[] NONE = {};
    /** Objects looked at to find out whether one keeps an array; where there are more, it is taken to. */
    private static final int MOST = 1 << 10;

    /** Over all executions: the places where arrays were handed over that are used in another way as well. */
    private static final LongSet APART = new LongSet();
    /**
     * Over all executions, by the name of an array that threads share: the last keeper's version, where it was handed
     * to that, and by whom; and the thread that accesses elements of it, or {@link FileStates#MANY}.
     */
    private static final LongMap KEEPERS = new LongMap();
    private static final LongMap PLACES = new LongMap();
    private static final LongMap HANDED_BY = new LongMap();
    private static final LongMap ACCESSED_BY = new LongMap();
    /** The fields of a class that hold references. */
    private static final StayingValue<long[]> REFERENCES = new StayingValue<>() {
        @Override
        long[] find(Class<?> type) {
            return references(type);
        }
    };

    /** That a keeper with this version has an array, since a call at this place. */
    private static final class Kept {
        final Object array;
        final long version;
        final long place;
        /** The keeper has had it from the start. */
        final boolean first;
        /** The next one of the same version, and of the same array. */
        final Kept ofVersion;
        final Kept ofArray;

        Kept(Object array, long version, long place, boolean first, Kept ofVersion, Kept ofArray) {
            this.array = array;
            this.version = version;
            this.place = place;
            this.first = first;
            this.ofVersion = ofVersion;
            this.ofArray = ofArray;
        }
    }

    /** What is at the head of a list changes. */
    private static final class Head {
        Kept first;
    }

    private static boolean any;
    private static NamedObjects byVersion = new NamedObjects();
    private static IdentityMap byArray = new IdentityMap();

    static void reset() {
        if (any) {
            any = false;
            byVersion = new NamedObjects();
            byArray = new IdentityMap();
        }
    }

    /** That is known before it shows. */
    static void isToBeApart(long place) {
        APART.add(place);
    }

    /**
     * The arrays that objects with these versions were made with, and that their calls work on, without those that are
     * known.
     */
    static Object[] first(long[] versions, Object[] known) {
        return of(versions, known, false);
    }

    /** Those that they were given later as well. */
    static Object[] all(long[] versions, Object[] known) {
        return of(versions, known, true);
    }

    private static Object[] of(long[] versions, Object[] known, boolean later) {
        Object[] found = NONE;
        for (int i = 0; any && i < versions.length; i++) {
            Head head = (Head) byVersion.get(versions[i]);
            for (Kept kept = head == null ? null : head.first; kept != null; kept = kept.ofVersion) {
                if ((kept.first || later) && APART.contains(kept.place) && !includes(known, kept.array)
                        && !includes(found, kept.array)) {
                    found = Copies.of(found, found.length + 1);
                    found[found.length - 1] = kept.array;
                }
            }
        }
        return found;
    }

    /** Whether some object has kept this array. */
    static boolean isKept(Object array) {
        return byArray.get(array) != null;
    }

    /** Whether others may use an array that an object has, and its version does not stand for it. */
    static boolean isApart(Control me, Object keeper, Object array) {
        return Names.isNamed(array)
                && (!isKept(array) || all(new long[] {Versions.of(me, keeper)}, NONE).length > 0);
    }

    private static boolean includes(Object[] arrays, Object array) {
        for (Object other : arrays) {
            if (other == array) {
                return true;
            }
        }
        return false;
    }

    /** An element is about to be accessed, or to be read for another call. */
    static void accessed(Object array) {
        Head head = any ? (Head) byArray.get(array) : null;
        for (Kept kept = head == null ? null : head.first; kept != null; kept = kept.ofArray) {
            isApart(kept.place);
        }
        Control me = Insights.has(Insights.ARRAYS_ARE_KEPT) ? Hooks.self() : null;
        if (me != null && !Threads.isAlone() && Names.given(array) != 0) {
            FileStates.note(Remembered.ACCESSED_ARRAYS, ACCESSED_BY, Names.given(array), key(me));
            areTwo(Names.given(array));
        }
    }

    private static void isApart(long place) {
        if (!APART.contains(place)) {
            APART.add(place);
            Insights.arrayIsApart(place);
        }
    }

    /**
     * A call has come back: what it was handed may be kept by what it was called on, or by what it has made; and what
     * it has handed out likewise.
     */
    static void returned(Control me, OpaqueCall call) {
        Object result = call.result;
        boolean handsOut = call.receiver != null && result != null && result.getClass().isArray();
        if (call.handed == 0 && !handsOut) {
            return;
        }
        for (int a = 0; a < call.handed; a++) {
            link(me, call.receiver, call.arrays[a], call.site, false);
            link(me, result, call.arrays[a], call.site, call.group == 0);
        }
        if (handsOut) {
            link(me, call.receiver, result, call.site, false);
        }
    }

    private static void link(Control me, Object keeper, Object array, int site, boolean first) {
        if (keeper == null || !Versions.has(keeper) || ClassInfo.length(array) == 0 || !parts(keeper).include(array)) {
            return;
        }
        link(me, array, Versions.of(me, keeper), Native.siteKey(site), first);
    }

    private static void link(Control me, Object array, long version, long place, boolean first) {
        any = true;
        Head versions = head(byVersion, version);
        Head arrays = (Head) byArray.get(array);
        if (arrays == null) {
            arrays = new Head();
            byArray.put(array, arrays);
        }
        for (Kept kept = arrays.first; kept != null; kept = kept.ofArray) {
            if (kept.version == version) {
                return;
            }
            // Two keepers.
            isApart(kept.place);
            isApart(place);
        }
        arrays.first = versions.first = new Kept(array, version, place, first, versions.first, arrays.first);
        if (!Threads.isAlone() && Names.given(array) != 0) {
            compare(me, Names.given(array), version, place);
        }
    }

    /** Others may use the array in an execution in which this thread does not hand it over. */
    private static void compare(Control me, long name, long version, long place) {
        Insights.show(Insights.ARRAYS_ARE_KEPT);
        long keeper = KEEPERS.get(name);
        if (keeper != 0 && keeper != version) {
            isApart(PLACES.get(name));
            isApart(place);
        }
        long by = key(me);
        KEEPERS.put(name, version);
        PLACES.put(name, place);
        FileStates.note(Remembered.KEPT_ARRAYS, HANDED_BY, name, by);
        Remembered.note(Remembered.KEPT_ARRAYS, Hash.mix(name, by), Hash.mix(version, place));
        areTwo(name);
    }

    private static void areTwo(long name) {
        long handed = HANDED_BY.get(name);
        long accessed = ACCESSED_BY.get(name);
        if (handed != 0 && accessed != 0 && (handed != accessed || handed == FileStates.MANY)) {
            isApart(PLACES.get(name));
        }
    }

    private static long key(Control thread) {
        return Hash.notNull(Hash.mix(thread.id, 73) & Long.MAX_VALUE);
    }

    private static Head head(NamedObjects heads, long key) {
        Head head = (Head) heads.get(key);
        if (head == null) {
            head = new Head();
            heads.put(key, head);
        }
        return head;
    }

    /** What can be found through an object; if that is too much to look through, everything. */
    static final class Parts {
        private final IdentityMap found;

        private Parts(IdentityMap found) {
            this.found = found;
        }

        boolean include(Object part) {
            return found == null || found.get(part) != null;
        }
    }

    /** The arrays and other objects that can be found through an object. */
    static Parts parts(Object keeper) {
        Object[] found = inside(keeper);
        if (found.length == MOST) {
            return new Parts(null);
        }
        IdentityMap parts = new IdentityMap();
        for (Object part : found) {
            parts.put(part, part);
        }
        return new Parts(parts);
    }

    /**
     * An object of the program, whose class extends one that is not rewritten, has been named: its constructor may have
     * handed on what it was given.
     */
    static void inherited(Control me, Object object, ClassInfo info) {
        for (Object part : inside(object)) {
            if (part == object || !Names.isNamed(part)) {
                continue;
            }
            if (part.getClass().isArray()) {
                link(me, part, Versions.of(me, object), info.hash, true);
            } else if (ClassInfo.of(part.getClass()).kind == ClassInfo.OPAQUE) {
                Versions.join(object, Versions.of(me, part));
            }
        }
    }

    /**
     * What can be found through an object, and through nothing of which the program sees the inside; no more than
     * {@link #MOST}.
     */
    private static Object[] inside(Object keeper) {
        Control me = Hooks.suspend();
        try {
            Object[] found = new Object[1 << 4];
            IdentityMap seen = new IdentityMap();
            found[0] = keeper;
            seen.put(keeper, keeper);
            int count = 1;
            for (int next = 0; next < count; next++) {
                Object object = found[next];
                boolean array = object.getClass().isArray();
                if (array && isElsewhere(object)) {
                    continue;
                }
                long[] offsets = array ? null : REFERENCES.get(object.getClass());
                int parts = array ? ((Object[]) object).length : offsets.length;
                for (int i = 0; i < parts && count < MOST; i++) {
                    Object part = array ? ((Object[]) object)[i] : ClassInfo.UNSAFE.getReference(object, offsets[i]);
                    if (part == null || seen.get(part) != null || !part.getClass().isArray() && isElsewhere(part)) {
                        continue;
                    }
                    seen.put(part, part);
                    found = count < found.length ? found : Copies.of(found, count * 2);
                    found[count++] = part;
                }
            }
            return Copies.of(found, count);
        } finally {
            Hooks.resume(me);
        }
    }

    /**
     * Whether what can be found through an object does not count: it is the JVM's, or accesses to it are events, or it
     * has no references.
     */
    private static boolean isElsewhere(Object object) {
        Class<?> type = object.getClass();
        if (type.isArray()) {
            return type.getComponentType().isPrimitive() || Names.isNamed(object);
        }
        if (object instanceof String || object instanceof Number || object instanceof Enum || JvmState.has(object)
                || object instanceof java.lang.ref.Reference || object instanceof java.lang.invoke.MethodHandle) {
            return true;
        }
        if (!Loaders.isOfPlatform(type)) {
            return true;
        }
        return Names.isNamed(object) && ClassInfo.of(type).isReportedInside();
    }

    /** The fields that hold references and that classes of the JDK declare. */
    static long[] references(Class<?> type) {
        long[] offsets = new long[4];
        int count = 0;
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            if (!Loaders.isOfPlatform(c)) {
                continue;
            }
            for (Field field : Internals.fields(c)) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    offsets = count < offsets.length ? offsets : Copies.of(offsets, count * 2);
                    offsets[count++] = ClassInfo.UNSAFE.objectFieldOffset(field);
                }
            }
        }
        return Copies.of(offsets, count);
    }
}
