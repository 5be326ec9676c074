package dev.mcr;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;

/**
 * The versions of objects whose code is not rewritten, and of state of the JDK that belongs to no object.
 *
 * <p>A version is a location. Its value is a hash of all updates so far: what was called, with what, and the version
 * before. So two threads that have learned the same version know the same of the object, whatever is in it.
 *
 * <p>Objects that change together have one version in common: a view and its map, a writer and the stream below it, all
 * that hands out the same memory outside of the heap.
 */
final class Versions {
    private Versions() {}

    /** Location to value. */
    private static LongMap values = new LongMap();
    /** Objects that have their version in common with another. */
    private static ObjectNames groups = new ObjectNames(1 << 5);

    private static final int STATE = 37;
    private static final long OBSERVED = Hash.text(53, "observed");

    static void reset() {
        values = new LongMap();
        groups = new ObjectNames(1 << 5);
    }

    /** The location of the version of an object, which gets a name if it has none yet. */
    static long of(Control me, Object object) {
        // Memory outside of the heap is one, whoever has handed out the object.
        long memory = NativeCalls.memoryOf(object);
        long group = memory != 0 ? memory : groups.get(object);
        if (group != 0) {
            return group;
        }
        // An object that is named now may join another one.
        long name = Names.of(me, object);
        group = groups.get(object);
        if (group != 0) {
            return group;
        }
        OpaqueClass opaque = ClassInfo.of(object.getClass()).opaque;
        Object outer = opaque == null ? null : opaque.outer(object);
        if (outer != null && isOpaque(outer)) {
            // A view or an iterator, wherever it comes from.
            group = of(me, outer);
            groups.put(object, group);
            return group;
        }
        long version = Access.version(name);
        JointCalls.isOf(version, ClassInfo.of(object.getClass()));
        return version;
    }

    /** An object has its version in common with another one, of which it is made. */
    static void join(Object object, long version) {
        if (groups.get(object) == 0) {
            groups.put(object, version);
        }
    }

    /** The version that an object has in common with others; 0 if it has one of its own, or none. */
    static long shared(Object object) {
        return groups.get(object);
    }

    /**
     * Whether calls of an object are updates of its version: its class is not rewritten, or it changes with an object
     * of such a class.
     */
    static boolean isOpaque(Object object) {
        ClassInfo info = ClassInfo.of(object.getClass());
        return info.kind == ClassInfo.OPAQUE
                || (info.kind == ClassInfo.CONSTANT || info.proxy) && groups.get(object) != 0;
    }

    /** Whether code of the JDK that calls an object updates a version that other threads may know. */
    static boolean isSharedOpaque(Object object) {
        return isOpaque(object) && (Names.isNamed(object) || groups.get(object) != 0)
                || ClassInfo.of(object.getClass()).opaqueSuper && Names.isNamed(object);
    }

    /**
     * Whether an object changes with the one that makes it: its class is not rewritten, and it is not known never to
     * change; or it leads to code that is not rewritten (a handle made of a call site that changes).
     */
    static boolean changesWithMaker(Object object) {
        ClassInfo info = ClassInfo.of(object.getClass());
        if (info.proxy) {
            return ClassInfo.of(Proxy.getInvocationHandler(object).getClass()).kind == ClassInfo.OPAQUE;
        }
        return info.kind == ClassInfo.OPAQUE && !isIndependent(info.type) || info.leadsOn
                || object instanceof MethodHandle;
    }

    /** Parsers and validators copy what they need of the factory or schema that makes them. */
    private static boolean isIndependent(Class<?> type) {
        switch (type.getName()) {
            case "com.sun.org.apache.xerces.internal.jaxp.SAXParserImpl",
                    "com.sun.org.apache.xerces.internal.jaxp.DocumentBuilderImpl",
                    "com.sun.org.apache.xerces.internal.jaxp.validation.ValidatorImpl":
                return type.getClassLoader() == null;
            default:
                return false;
        }
    }

    /** Whether an object has a version, be it only for what its class has inherited. */
    static boolean has(Object object) {
        ClassInfo info = ClassInfo.of(object.getClass());
        return info.kind == ClassInfo.OPAQUE || info.opaqueSuper;
    }

    /** A handle calls a method of this object: it changes with the object. */
    static void bound(Control me, Object receiver, String name, MethodType type, MethodHandle made) {
        if (me != null && !me.isSilent()) {
            Names.of(me, receiver);
            if (isOpaque(receiver) || InheritedMethods.bound(receiver, name, type)) {
                groups.put(made, of(me, receiver));
            }
        }
    }

    /** What a version says now. */
    static long now(long version) {
        return values.get(version);
    }

    /** The thread updates this version, and with it those that belong together with it ({@link JointCalls}). */
    static void update(Control me, long location, long hash, int site) {
        JointCalls.update(me, new long[] {location}, hash, site);
    }

    /** An update of this version, which nobody else can touch meanwhile. */
    static void updateAlone(Control me, long location, long hash, int site) {
        NativeCalls.updates(me, location);
        if (VersionUse.isFence(location)) {
            update(me, Codes.UPDATE, location, hash, site);
        } else {
            update(me, Codes.UPDATE_PAST, location, VersionUse.by(me, hash), site);
            VersionUse.updated(me, location);
        }
    }

    private static void update(Control me, int action, long location, long hash, int site) {
        Steps.step(me, site, action, location, 0);
        VersionUse.used(me, location);
        long before = values.get(location);
        long after = Hash.notNull(Hash.mix(before, hash));
        values.put(location, after);
        Steps.updated(me, location, before, after);
    }

    /**
     * The thread reads a field that a class of the JDK declares which is not rewritten: what it finds depends on the
     * object's version.
     */
    static void look(Control me, Object object, int site) {
        if (has(object)) {
            long version = of(me, object);
            CoarseCalls.at(me, object, CoarseCalls.ACCESSED, version, site);
            look(me, version, Names.of(me, object), site);
        }
    }

    /** The thread calls a method that changes nothing in an object. */
    static void lookByCall(Control me, Object object, int site) {
        long version = of(me, object);
        CoarseCalls.at(me, object, CoarseCalls.CALLED, version, site);
        look(me, version, Names.of(me, object), site);
    }

    private static void look(Control me, long version, long object, int site) {
        JointCalls.looks(me, version, site);
        Access.read(me, version, object, site);
        JointCalls.looked(me);
        completeRead(me, version);
    }

    /** The thread learns a version. */
    static void read(Control me, long version, long object, int site) {
        Access.read(me, version, object, site);
        completeRead(me, version);
    }

    private static void completeRead(Control me, long version) {
        VersionUse.used(me, version);
        Access.completeRead(me, values.get(version));
    }

    /** The thread looks at what is behind a version that belongs to no object. */
    static void lookBehind(Control me, long location, int site) {
        look(me, location, 0, site);
    }

    /** The thread writes a field that such a class declares. */
    static void change(Control me, Object object, long field, long value, int site) {
        if (!has(object)) {
            return;
        }
        if (me.isSilent()) {
            if (Initialisation.isOwn(me, Names.of(me, object))) {
                return;
            }
            me.initialiserTells();
        }
        long version = of(me, object);
        CoarseCalls.at(me, object, CoarseCalls.ACCESSED, version, site);
        update(me, version, Hash.mix(field, value), site);
    }

    /** The thread reads an object whose version says what it has been through. */
    static void observe(Control me, Object object) {
        update(me, of(me, object), OBSERVED, me.place());
    }

    /** The thread changes state behind static methods. */
    static void update(Control me, String state, long change) {
        update(me, ofState(state), change, me.place());
        if (me.opaqueCalls != null) {
            Callbacks.learned(me);
        }
    }

    /** The same, and nothing that the thread has written need have arrived. */
    static void updatePast(Control me, String state, long change) {
        update(me, Codes.UPDATE_PAST, ofState(state), change, me.place());
        if (me.opaqueCalls != null) {
            Callbacks.learned(me);
        }
    }

    /** The thread looks at state behind static methods, and changes nothing. */
    static void look(Control me, String state) {
        look(me, ofState(state), 0, me.place());
    }

    /** The name of state behind static methods. */
    static long stateName(String state) {
        long name = keyOfState(state);
        if (Labels.isNew(name)) {
            Native.labelObject(name, state, true);
        }
        return name;
    }

    /** The same for state that no location has been made for. */
    static long keyOfState(String state) {
        return Hash.text(STATE, state);
    }

    /** The location of state behind static methods. */
    static long ofState(String state) {
        return Access.version(stateName(state));
    }
}
