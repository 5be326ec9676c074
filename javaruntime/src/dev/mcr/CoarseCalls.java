package dev.mcr;

import java.io.BufferedWriter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * Calls of the JDK that are one step here, and are none in truth: nothing makes the calls of several threads exclude
 * each other ({@link StepMethods}). Where two threads can make such calls of one object at once, a program can see more
 * than the check does; the checker finds out whether they can, and is told here which calls are concerned.
 *
 * <p>Objects that have one version in common share state. So calls of different ones are concerned as well. A stream
 * that works on another one does to it several steps, whatever its own methods are.
 */
final class CoarseCalls {
    private CoarseCalls() {}

    /** Over all executions: objects, with their versions and the sites at which they are called. */
    private static LongSet told = new LongSet();

    /** Another program begins, of which nothing was told. */
    static void forget() {
        told = new LongSet();
    }

    /**
     * What happens to an object: a method of it is called, other code is given it, a part of it is accessed, or other
     * code does several things to it and to others.
     */
    static final int CALLED = 0, GIVEN = 1, ACCESSED = 2, SEVERAL = 5;
    private static final int KEPT = 3, HANDLE = 4, STATE = 6, STATE_STEP = 7, UNORDERED = 8;

    /** What a call does to other objects with the same version: in the words of the protocol. */
    private static final int NOTHING = 0, ONE_STEP = 1, STEPS = 2;

    /**
     * What there is to know of a class: which of its methods are one step whoever calls them, and which do one step at
     * most to the stream below; whether its objects are streams; what a program calls it.
     */
    record Kind(StepMethods steps, StepMethods below, boolean isStream, String name) {
        static Kind of(Class<?> type) {
            boolean isStream = CoarseCalls.isStream(type);
            return new Kind(StepMethods.of(type), StepMethods.below(type), isStream, publicName(type));
        }
    }

    /** What happens at this site updates the version of this object. */
    static void at(Control me, Object object, int how, long version, int site) {
        at(me, object, how, null, null, version, site);
    }

    /** {@code callee}: the method or handle that is called, if the site does not say which. */
    static void called(Control me, Object object, Object callee, CallSize.Arguments arguments, long version,
            int site) {
        at(me, object, CALLED, callee, arguments, version, site);
    }

    private static void at(Control me, Object object, int how, Object callee, CallSize.Arguments arguments,
            long version, int site) {
        if (me.isSilent()) {
            return;
        }
        OpaqueClass opaque = ClassInfo.of(object.getClass()).opaque;
        if (opaque == null) {
            ofHandle(me, object, version, site);
            return;
        }
        Kind kind = opaque.kind();
        boolean areSteps = kind.steps.areAll() && !kind.isStream;
        if (areSteps && !StoreBuffers.on) {
            return;
        }
        String called = callee == null ? CallSites.called(site) : describe(callee, object);
        if (how != CALLED || called == null || !kind.steps.isFence(called)) {
            isUnordered(version, site);
        }
        if (areSteps) {
            return;
        }
        boolean memory = NativeCalls.memoryOf(object) != 0;
        // An object that has a version of its own is known by that.
        long name = Versions.shared(object) == 0 && !memory ? version : Names.of(me, object);
        Told told = new Told(kind, object, how, called, callee != null, callee == null ? arguments : null);
        told.at(site, version, JointCalls.lock(version), name, memory);
        // The first that such a call does is to enter a monitor, which the JVM has it hold for a part of the call only.
        for (long monitor : CallMonitors.heldAt(me, site)) {
            if (how == CALLED || monitor == Monitors.of(me, object)) {
                told.at(site, monitor, monitor, name, memory);
            }
        }
    }

    /** A call of a stream is about to begin: how full that is will not change any more. */
    static void begins(Control me, OpaqueCall call) {
        if (call.receiver instanceof BufferedWriter && !me.isSilent()) {
            called(me, call.receiver, call.callee, call.arguments, call.group, call.site);
        }
    }

    /**
     * A handle that is bound to an object has its version in common with that, and is called in its place; so is what
     * {@code MethodHandleProxies} makes of such a handle.
     */
    private static void ofHandle(Control me, Object object, long version, int site) {
        // A function that is none of these may have the same version, and be called at the same place.
        long kind = Hash.mix(HANDLE, ClassInfo.of(object.getClass()).hash);
        if (!told.add(Hash.notNull(Hash.mix(Hash.mix(version, site), kind)))) {
            return;
        }
        MethodHandle handle;
        HandleCalls found;
        Control unseen = Hooks.suspend();
        try {
            handle = object instanceof MethodHandle ? (MethodHandle) object
                    : MethodHandleProxies.isWrapperInstance(object) ? MethodHandleProxies.wrapperInstanceTarget(object)
                    : null;
            if (handle == null) {
                return;
            }
            found = HandleCalls.of(handle, new Object[0]);
        } finally {
            Hooks.resume(unseen);
        }
        for (Object bound : found.objects) {
            // The address of a native function is memory as well, and no object that is called.
            boolean called = Versions.has(bound) && NativeCalls.memoryOf(bound) == 0;
            if (called && Versions.of(me, bound) == version) {
                called(me, bound, handle, null, version, site);
            }
        }
    }

    /** What happens to an object: whether that is one step, and what it does to others with the same version. */
    private static final class Told {
        private final Kind kind;
        private final int how;
        private final boolean step;
        private final boolean oneBelow;

        /** {@code called}: name and descriptor of a method, or null; {@code arguments}: null if they are not known. */
        Told(Kind kind, Object object, int how, String called, boolean isReflective, CallSize.Arguments arguments) {
            this.kind = kind;
            this.how = how;
            // A new stream keeps the one that it is given, and most do nothing else.
            boolean handed = kind.isStream && how == GIVEN && called != null && !isReflective;
            boolean isKept = handed && called.startsWith("<init>") && StepMethods.keeps(called);
            boolean usedOften = handed && !StepMethods.keeps(called);
            boolean listed = !usedOften && (kind.steps.areAll()
                    || how == GIVEN && kind.steps.includeGiven()
                    || how == CALLED && called != null && kind.steps.include(called));
            boolean split = listed && how == CALLED && called != null && CallSize.isSplit(object, called, arguments);
            step = isKept || how == ACCESSED || listed && !split;
            boolean listedBelow = isKept || !usedOften && called != null && kind.below.include(called);
            oneBelow = !kind.isStream ? step
                    : listedBelow && !(how == CALLED && CallSize.isSeveralBelow(object, called, arguments));
        }

        void at(int site, long version, long lock, long name, boolean memory) {
            long what = Hash.mix(how, (step ? 1 : 0) + (oneBelow ? 2 : 0));
            if (told.add(Hash.notNull(Hash.mix(Hash.mix(Hash.mix(name, version), site), what)))) {
                // All memory has one version, but not all is shared.
                int below = memory ? NOTHING : oneBelow ? ONE_STEP : STEPS;
                Native.coarseCall(site, version, lock, name, kind.name, step, below);
            }
        }
    }

    /** What happens at this site updates this version, and nothing is known of it that would be a fence. */
    private static void isUnordered(long version, int site) {
        if (StoreBuffers.on && told.add(Hash.notNull(Hash.mix(Hash.mix(version, site), UNORDERED)))) {
            Native.unorderedUpdate(site, version, JointCalls.lock(version));
        }
    }

    /** The call at this site touches what the object that is called has kept: an object with this version and class. */
    static void ofKept(Control me, long version, ClassInfo info, int site) {
        if (info == null || info.opaque == null || me.isSilent()) {
            return;
        }
        isUnordered(version, site);
        Kind kind = info.opaque.kind();
        if (!kind.steps.areAll() && told.add(Hash.notNull(Hash.mix(Hash.mix(version, site), KEPT)))) {
            boolean step = kind.steps.includeGiven();
            long lock = JointCalls.lock(version);
            Native.coarseCall(site, version, lock, version, kind.name, step, step ? ONE_STEP : STEPS);
        }
    }

    /** What happens at this site to state that belongs to no object is a step, or several. */
    static void ofState(long version, String owner, boolean step, int site) {
        if (!step) {
            isUnordered(version, site);
        }
        if (told.add(Hash.notNull(Hash.mix(Hash.mix(version, site), step ? STATE_STEP : STATE)))) {
            Native.coarseCall(site, version, JointCalls.lock(version), version, owner, step, ONE_STEP);
        }
    }

    /** Which method of an object is called by reflection or through a handle; null if that is not known. */
    static String describe(Object callee, Object object) {
        if (callee instanceof Method) {
            return Substitutes.described((Method) callee);
        }
        Control me = Hooks.suspend();
        try {
            return HandleCalls.called((MethodHandle) callee, object);
        } finally {
            Hooks.resume(me);
        }
    }

    /** Whether objects of a class work on others. */
    private static boolean isStream(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            switch (c.getName()) {
                case "java.io.InputStream", "java.io.OutputStream", "java.io.Reader", "java.io.Writer",
                        "java.util.Scanner", "java.util.Formatter":
                    return true;
                default:
            }
        }
        return false;
    }

    /** What a program knows an object as: the first class or interface, from its own class on, that others may name. */
    private static String publicName(Class<?> type) {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            if (isPublic(c)) {
                return c.getName();
            }
            for (Class<?> implemented : c.getInterfaces()) {
                if (isPublic(implemented) && !implemented.getName().matches("java\\.lang\\.[A-Za-z]+")
                        && implemented != java.io.Serializable.class) {
                    return implemented.getName();
                }
            }
        }
        return type.getName();
    }

    private static boolean isPublic(Class<?> type) {
        boolean internal = type.getClassLoader() == null && !isOfApi(type.getName());
        return Modifier.isPublic(type.getModifiers()) && !internal;
    }

    private static boolean isOfApi(String name) {
        return name.startsWith("java.") || name.startsWith("javax.") || name.startsWith("org.w3c.dom.")
                || name.startsWith("org.xml.sax.");
    }
}
