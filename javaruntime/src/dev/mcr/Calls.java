package dev.mcr;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * Calls of code that is not rewritten, and lambdas.
 *
 * <p>A call of an object whose class is neither rewritten nor immutable is one atomic update of the object's version: the
 * new version is a hash of the old one, the method and the arguments. An array handed to such code is read before the call,
 * and what the call changed in it is written afterwards.
 */
final class Calls {
    private Calls() {}

    private static LongMap versions = new LongMap();
    private static final int APPLICATION_METHOD = 2;
    private static final int SYNCHRONIZED = 1;
    /** It is handed what it may change although other threads cannot see it. */
    private static final int TAKES_MUTABLE = 4;
    private static final int METHOD_OF_OBJECT = 8;

    /** Objects that have their version in common with another: a view and its map, a writer and the stream below it. */
    private static ObjectNames groups = new ObjectNames(1 << 5);

    static void reset() {
        versions = new LongMap();
        groups = new ObjectNames(1 << 5);
        KeptArrays.reset();
        JointCalls.reset();
    }

    static long version(Control me, Object object) {
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

    /** Whether calls of an object are updates of its version: its class is not rewritten, or it changes with an object of such a class. */
    static boolean isOpaque(Object object) {
        ClassInfo info = ClassInfo.of(object.getClass());
        return info.kind == ClassInfo.OPAQUE || info.kind == ClassInfo.CONSTANT && groups.get(object) != 0;
    }

    /** What kind of attention a call site needs, found once. */
    private static final byte PLAIN = 1, CLONE = 2, THREAD_ATTRIBUTE = 3, THREAD_LOOK = 4, FLAG_LOOK = 5, PARK = 6, EXCEPTION = 7,
            INVOCATION = 8, THREAD_START = 9, FORMAT = 10;
    private static byte[] attention = new byte[1 << 10];

    private static byte attention(int site) {
        if (site >= attention.length) {
            attention = Copies.of(attention, Integer.highestOneBit(site) << 1);
        }
        byte known = attention[site];
        return known != 0 ? known : (attention[site] = attentionTo(Native.siteMethod(site)));
    }

    private static byte attentionTo(String method) {
        switch (method) {
            case "clone":
                return CLONE;
            case "getName", "setName", "getPriority", "setPriority", "setDaemon", "isDaemon", "getUncaughtExceptionHandler",
                    "setUncaughtExceptionHandler", "getContextClassLoader", "setContextClassLoader", "toString":
                return THREAD_ATTRIBUTE;
            case "park", "parkNanos", "parkUntil", "unpark":
                return PARK;
            case "isInterrupted":
                return FLAG_LOOK;
            case "start":
                return THREAD_START;
            case "invoke", "invokeExact", "invokeWithArguments":
                return INVOCATION;
            case "printf", "format":
                return FORMAT;
            case "getState", "isAlive", "threadId", "getId", "isVirtual":
                // What there is to tell, entry hooks tell.
                return THREAD_LOOK;
            default:
                return Exceptions.isAccess(method) ? EXCEPTION : PLAIN;
        }
    }

    static void begin(Control me, Object receiver, int site) {
        me.callSite = site;
        if (me.stopping) {
            throw Stop.STOP;
        }
        if (receiver == null) {
            return;
        }
        int before = me.open;
        ClassInfo info = ClassInfo.of(receiver.getClass());
        begin(me, receiver, info, site);
        if (before != Control.CALL && me.open == Control.CALL && CallMonitors.mayTake(receiver, info)) {
            me.collected.target = receiver;
        }
    }

    /** A call of a method that a class of the program has inherited from one of the JDK. */
    static void beginInherited(Control me, Object receiver, int site) {
        me.callSite = site;
        if (me.stopping) {
            throw Stop.STOP;
        }
        collect(me, receiver, site);
        if (CallMonitors.mayTake(receiver, ClassInfo.of(receiver.getClass()))) {
            me.collected.target = receiver;
        }
    }

    private static void begin(Control me, Object receiver, ClassInfo info, int site) {
        if (info.accessor) {
            collect(me, null, site);
            me.collected.openAccessor(receiver);
            return;
        }
        byte attention = attention(site);
        if (attention == EXCEPTION && receiver instanceof Throwable) {
            if ((info.calledMethod(site) & APPLICATION_METHOD) == 0) {
                collect(me, null, site);
                me.collected.openAccessor(receiver);
            }
            return;
        }
        if (attention == CLONE && (info.kind == ClassInfo.APPLICATION || info.kind == ClassInfo.JDK)
                && (info.calledMethod(site) & METHOD_OF_OBJECT) != 0) {
            if (Names.isNamed(receiver)) {
                Object[] fields = Access.readFields(me, receiver, site);
                me.opaqueCalls = new OpaqueCall(site, null, 0, me.opaqueCalls);
                me.opaqueCalls.fields = fields;
            } else if (StoreBuffers.partial) {
                me.opaqueCalls = new OpaqueCall(site, null, 0, me.opaqueCalls);
                me.opaqueCalls.clones = true;
            }
            return;
        }
        if (attention >= THREAD_ATTRIBUTE && receiver instanceof Thread) {
            if (attention == FLAG_LOOK && receiver != me.thread) {
                Locks.seeThrough();
            } else if (attention == THREAD_ATTRIBUTE) {
                collect(me, receiver, site);
            } else if (attention == THREAD_START && !ThreadFields.isVirtual((Thread) receiver)
                    && CallMonitors.mayTake(receiver, info)) {
                // The start itself is an event; in between, the thread's monitor is held.
                collect(me, null, site);
            }
            return;
        }
        switch (info.kind) {
            case ClassInfo.OPAQUE:
                if (SystemProperties.hasKeys(receiver)) {
                    collect(me, null, site);
                    me.collected.openAccessor(receiver);
                } else {
                    collect(me, receiver, site);
                }
                break;
            case ClassInfo.APPLICATION:
                if (info.opaqueSuper && (info.calledMethod(site) & APPLICATION_METHOD) == 0) {
                    collect(me, receiver, site);
                } else if (info.rewrittenSuper && Names.isNamed(receiver)
                        && (info.calledMethod(site) & (APPLICATION_METHOD | SYNCHRONIZED)) == SYNCHRONIZED) {
                    Monitors.enter(me, Names.of(me, receiver), site);
                    me.entered = receiver;
                }
                break;
            case ClassInfo.JDK:
                if (attention == FORMAT && receiver instanceof java.io.PrintWriter) {
                    // Its formatter, which nobody else has, makes a text of what it is given.
                    me.changes();
                    collect(me, null, site);
                    me.collected.touches = true;
                    break;
                }
                if (!Names.isNamed(receiver)) {
                    // What it changes in itself is no event.
                    me.changes();
                    break;
                }
                int method = info.calledMethod(site);
                if ((method & TAKES_MUTABLE) != 0) {
                    me.changes();
                }
                if ((method & SYNCHRONIZED) != 0) {
                    Monitors.enter(me, Names.of(me, receiver), site);
                    me.entered = receiver;
                }
                break;
            case ClassInfo.ARRAY:
                break;
            case ClassInfo.HARMLESS:
                me.changes();
                if (receiver instanceof ThreadLocal) {
                    me.initialiserTells();
                }
                collect(me, null, site);
                // It makes a text of what it is given.
                me.collected.touches = receiver instanceof java.io.PrintStream;
                if (Loggers.isOne(info)) {
                    me.collected.staticState = Loggers.called(me, receiver, site);
                    me.collected.hash = Hash.mix(Native.siteKey(site), Loggers.name(receiver));
                }
                break;
            default:
                collect(me, isOpaque(receiver) ? receiver : null, site);
                me.collected.touches = !(receiver instanceof MethodHandle || receiver instanceof Class || receiver instanceof Method);
                me.collected.leadsOn = receiver instanceof MethodHandle && !NativeCalls.isVersion(groups.get(receiver));
                me.collected.method = receiver instanceof Method ? (Method) receiver : null;
                me.collected.reflects = attention == INVOCATION && me.collected.receiver == null
                        && (me.collected.leadsOn || me.collected.method != null);
        }
    }

    static void beginStatic(Control me, int site) {
        me.callSite = site;
        if (attention(site) == PARK) {
            Locks.seeThrough();
        }
        collect(me, null, site);
        me.collected.touches = handing(site) != 2;
        if (StoreBuffers.on && handing(site) == 1) {
            me.collected.handsOn = CollectedCall.MAY;
        }
        StaticStates.asked(me, site);
    }

    /** For each site whether the static method that is called there may hand on what it is given: 1, or 2 if it does not even use it, 4 if it only uses it; 3: a constructor; 0: not asked. */
    private static byte[] handing = new byte[1 << 10];

    private static byte handing(int site) {
        if (site >= handing.length) {
            handing = Copies.of(handing, Integer.highestOneBit(site) << 1);
        }
        if (handing[site] == 0) {
            handing[site] = (byte) (Native.handsOn(site) ? 1 : Native.siteMethod(site).equals("<init>") ? 3 : computes(site) ? 4 : 2);
        }
        return handing[site];
    }

    /** Whether the static method that is called there makes a text of what it is given. */
    private static boolean computes(int site) {
        String method = Native.siteMethod(site);
        return method.equals("format") || method.equals("join");
    }

    private static void collect(Control me, Object receiver, int site) {
        me.open = Control.CALL;
        me.collected.begin(site, receiver, receiver == null ? 0 : Native.siteKey(site));
    }

    static void argument(Control me, long bits) {
        me.collected.add(bits);
    }

    static void argument(Control me, Object value) {
        if (me.collected.accessor != null) {
            me.collected.addArgument(value);
            return;
        }
        if (me.collected.receiver != null && value != null && me.open == Control.CALL && Callbacks.isLent(me, value)) {
            me.collected.hash = Hash.mix(me.collected.hash, Callbacks.contents(value));
            return;
        }
        // Code that is not rewritten may hand on whatever it gets.
        if (me.open != Control.JDK_CALL || me.collected.receiver != null || handing(me.collected.site) == 3) {
            argument(me, Names.of(me, value));
            if (me.open != Control.LAMBDA && value != null && isOpaque(value)) {
                me.collected.addGiven(value, version(me, value));
            }
            if (me.collected.reflects && value != null) {
                reflectiveReceiver(me, value);
            }
            if (me.collected.receiver != null && value != null && ClassInfo.of(value.getClass()).kind == ClassInfo.APPLICATION) {
                // It may be called back, and what it makes then depends on this thread and on what it has learned.
                me.collected.hash = Hash.mix(me.collected.hash, me.history);
            }
        }
        if (me.collected.handsOn == CollectedCall.MAY && me.open == Control.CALL && value != null
                && ClassInfo.of(value.getClass()).isReportedInside()) {
            me.collected.handsOn = CollectedCall.GIVEN;
        }
        if (me.open != Control.LAMBDA && value != null && value.getClass().isArray() && !me.collected.leadsOn && Names.isNamed(value)) {
            me.collected.addArray(value);
        }
    }

    /**
     * An argument of a call by reflection or through a handle: the first one whose calls are updates counts as the
     * receiver.
     */
    private static void reflectiveReceiver(Control me, Object value) {
        boolean spread = value instanceof Object[]
                && (me.collected.method != null || Native.siteMethod(me.collected.site).equals("invokeWithArguments"));
        Object[] given = spread ? (Object[]) value : new Object[] {value};
        for (Object receiver : given) {
            if (spread && receiver != null && isOpaque(receiver)) {
                me.collected.addGiven(receiver, version(me, receiver));
            }
            if (receiver != null && isOpaque(receiver) && me.collected.reflects) {
                me.collected.reflects = false;
                me.collected.receiver = receiver;
                // Which method it is, the thread has learned.
                long called = Hash.mix(Native.siteKey(me.collected.site), me.history);
                me.collected.hash = Hash.mix(Hash.mix(me.collected.hash, called), Names.of(me, receiver));
                boolean takes = me.collected.method != null
                        && CallMonitors.mayTake(receiver, ClassInfo.of(receiver.getClass()));
                me.collected.target = takes ? receiver : null;
            }
        }
    }

    static void endArguments(Control me) {
        perform(me);
        CallMonitors.begin(me);
    }

    /** The events before the call. */
    private static void perform(Control me) {
        boolean byJdk = me.open == Control.JDK_CALL;
        me.open = Control.NONE;
        int site = me.collected.site;
        if (me.collected.accessor != null) {
            if (!endAccess(me, byJdk, site) && !byJdk) {
                me.changes();
            }
            return;
        }
        Object receiver = me.collected.receiver;
        Object target = me.collected.target;
        Method method = me.collected.method;
        long hash = me.collected.hash;
        me.collected.receiver = null;
        if (me.isSilent() && (receiver != null ? !Initialisation.isOwn(me, Names.of(me, receiver)) : me.collected.changesState())) {
            me.initialiserTells();
        }
        long group = receiver != null ? version(me, receiver) : me.collected.group;
        long state = me.collected.staticState;
        boolean changesState = me.collected.changesState();
        Object[] arrays = me.collected.arrays();
        Object[] given = me.collected.given();
        boolean leadsOn = me.collected.leadsOn;
        boolean touches = receiver != null || me.collected.touches && !byJdk;
        if (me.collected.handsOn == CollectedCall.GIVEN && !me.isSilent()) {
            Fences.full(me, site);
        }
        if (target != null && !me.isSilent()) {
            CallMonitors.enter(me, target, method, site);
        }
        OpaqueCall call = null;
        if (arrays.length > 0 || receiver != null || group != 0) {
            call = new OpaqueCall(site, receiver, group, me.opaqueCalls);
            call.read(me, arrays);
            call.handed = arrays.length;
            if (touches) {
                if (receiver != null) {
                    call.touch(receiver, group);
                }
                for (Object object : given) {
                    call.touch(object, version(me, object));
                }
                touchElements(me, call);
                if (state != 0 && call.versions.length > 0) {
                    call.versions = JointCalls.with(call.versions, state);
                }
                group = call.group;
            }
            call.read(me, KeptArrays.first(call.versions, call.arrays));
            me.opaqueCalls = call;
        }
        // What an initialiser that tells nothing has made, nobody else has: there is no event, but what comes out of the call is the same.
        if (receiver != null) {
            if (!me.isSilent()) {
                update(me, call, hash, site);
            }
        } else if (group != 0 && touches) {
            if (!me.isSilent()) {
                update(me, call, Hash.mix(Native.siteKey(site), hash), site);
            }
        } else if (changesState) {
            update(me, state, hash, site);
        } else if (state != 0) {
            lookBehind(me, state, site);
        }
        if (call != null) {
            call.begin(leadsOn);
        }
    }

    /** A call touches the objects in the arrays that it was handed. */
    private static void touchElements(Control me, OpaqueCall call) {
        for (Object copy : call.copies()) {
            for (int i = 0; copy instanceof Object[] && i < ((Object[]) copy).length; i++) {
                Object element = ((Object[]) copy)[i];
                if (element != null && isOpaque(element)) {
                    call.touch(element, version(me, element));
                    call.group = call.group != 0 ? call.group : version(me, element);
                }
            }
        }
    }

    /** The event of a call. */
    private static void update(Control me, OpaqueCall call, long hash, int site) {
        do {
            goesOn(me, call, call.hash(me, hash), site);
            // Now it is known which arrays are concerned.
        } while (call.read(me, KeptArrays.all(call.versions, call.arrays)));
    }

    /** What a call does next is a step of its own: {@code hash} says what it depends on. */
    static void goesOn(Control me, OpaqueCall call, long hash, int site) {
        call.versions = JointCalls.update(me, call.versions, hash, site);
        call.version = versions.get(call.group);
    }

    /** The thread uses an object whose version says what it has been through, by a call that has been collected. */
    static void use(Control me, Object object, long hash, int site) {
        if (!hasVersion(object)) {
            return;
        }
        if (me.isSilent() && !Initialisation.isOwn(me, Names.of(me, object))) {
            me.initialiserTells();
        }
        OpaqueCall call = new OpaqueCall(site, object, version(me, object), me.opaqueCalls);
        call.read(me, KeptArrays.first(call.versions, call.arrays));
        me.opaqueCalls = call;
        if (!me.isSilent()) {
            update(me, call, hash, site);
        }
        call.begin(false);
    }

    /** What a version says now. */
    static long now(long version) {
        return versions.get(version);
    }

    /** Whether all that the call does is an event. */
    private static boolean endAccess(Control me, boolean byJdk, int site) {
        Object accessor = me.collected.accessor;
        me.collected.accessor = null;
        // Finding out what the accessor is for may run code of the JDK that collects arguments as well.
        Object[] arguments = me.collected.takeArguments();
        if (me.collected.target != null) {
            CallMonitors.enter(me, me.collected.target, null, site);
        }
        if (accessor instanceof java.util.Properties) {
            SystemProperties.perform(me, arguments, site);
            return false;
        }
        if (accessor instanceof Throwable) {
            Exceptions.perform(me, (Throwable) accessor, byJdk, arguments, site);
            return false;
        }
        if (accessor instanceof Field) {
            Reflection.access(me, (Field) accessor, arguments, site);
            return false;
        }
        return AtomicAccess.perform(me, accessor, byJdk, arguments, site);
    }

    private static void update(Control me, long location, long hash, int site) {
        JointCalls.update(me, new long[] {location}, hash, site);
    }

    /** An update of this version, which nobody else can touch meanwhile. */
    static void updateAlone(Control me, long location, long hash, int site) {
        NativeCalls.updates(me, location);
        Hooks.step(me, site, Native.UPDATE, location, 0);
        long before = versions.get(location);
        long after = Hash.notNull(Hash.mix(before, hash));
        versions.put(location, after);
        Native.completeUpdate(me.id, before, after);
        me.changes();
        me.learn(before);
    }

    /** Whether the thread is inside a call of this object, which was an update of its version. */
    static boolean isCalled(Control me, Object object) {
        long version = version(me, object);
        OpaqueCall call = me.opaqueCalls;
        while (call != null && (call.receiver == null || !JointCalls.includes(call.versions, version))) {
            call = call.outer;
        }
        return call != null;
    }

    /**
     * Whether code that is not rewritten is in the middle of a call of this object: what it does to it is a part of
     * that call.
     */
    static boolean isInside(Control me, Object object) {
        OpaqueCall call = me.opaqueCalls == null ? null : me.opaqueCalls.versioned();
        if (call == null || call.isInCallback()) {
            return false;
        }
        long version = version(me, object);
        while (call != null && !JointCalls.includes(call.versions, version)) {
            call = call.outer;
        }
        return call != null;
    }

    /** The thread reads a field that a class of the JDK declares which is not rewritten: what it finds depends on the object's version. */
    static void look(Control me, Object object, int site) {
        if (hasVersion(object)) {
            look(me, version(me, object), Names.of(me, object), site);
        }
    }

    private static void look(Control me, long version, long object, int site) {
        JointCalls.looks(me, version, site);
        Access.read(me, version, object, site);
        JointCalls.looked(me);
        Access.completeRead(me, versions.get(version));
    }

    /** The thread learns a version. */
    static void read(Control me, long version, long object, int site) {
        Access.read(me, version, object, site);
        Access.completeRead(me, versions.get(version));
    }

    /** The thread looks at what is behind a version that belongs to no object. */
    static void lookBehind(Control me, long location, int site) {
        look(me, location, 0, site);
    }

    /** The thread writes such a field. */
    static void change(Control me, Object object, long field, long value, int site) {
        if (!hasVersion(object)) {
            return;
        }
        if (me.isSilent()) {
            if (Initialisation.isOwn(me, Names.of(me, object))) {
                return;
            }
            me.initialiserTells();
        }
        update(me, version(me, object), Hash.mix(field, value), site);
    }

    static boolean hasVersion(Object object) {
        ClassInfo info = ClassInfo.of(object.getClass());
        return info.kind == ClassInfo.OPAQUE || info.opaqueSuper;
    }

    private static OpaqueCall find(Control me, int site) {
        OpaqueCall call = me.opaqueCalls;
        while (call != null && call.site != site) {
            call = call.outer;
        }
        return call;
    }

    /** A handle calls a method of this object: it changes with the object. */
    static void bound(Control me, Object receiver, MethodHandle made) {
        if (me != null && !me.isSilent()) {
            Names.of(me, receiver);
            if (isOpaque(receiver)) {
                groups.put(made, version(me, receiver));
            }
        }
    }

    /** What an object that is not rewritten hands out, it may hand out to others as well. */
    static void result(Control me, Object value, int site) {
        OpaqueCall call = find(me, site);
        if (call == null || me.stopping) {
            return;
        }
        if (call.fields != null) {
            Access.putFields(value, call.fields);
        }
        if (StoreBuffers.partial && (call.fields != null || call.clones)) {
            EarlyWrites.madeObject(me, value);
        }
        if (call.group != 0 && value != null && groups.get(value) == 0
                && (ClassInfo.of(value.getClass()).kind == ClassInfo.OPAQUE || value instanceof MethodHandle)) {
            // A handle made of a call site that changes changes with it.
            join(me, call, value);
        }
        call.result = value;
        if (call.receiver != null && !Input.is(call.receiver)) {
            me.handedOut.begin(call);
            Names.of(me, value);
            Access.reportContents(me, site);
            me.handedOut.end();
        }
    }

    /**
     * What has come out of a call has its version in common with what was called; but if others had it before, its version stays its own.
     */
    private static void join(Control me, OpaqueCall call, Object value) {
        if (!Names.isNamed(value) && !Names.outlives(value)) {
            groups.put(value, call.group);
        } else if (call.receiver != null && !JointCalls.includes(call.versions, version(me, value))
                && !(call.receiver instanceof java.lang.ref.Reference)) {
            JointCalls.keeps(call.group, version(me, value));
        }
    }

    /** Writes, one by one, what the call changed in the arrays it was handed. */
    static void after(Control me, int site) {
        OpaqueCall call = find(me, site);
        if (call == null) {
            return;
        }
        me.opaqueCalls = call.outer;
        KeptArrays.returned(me, call);
        if (call.versions.length > 1) {
            JointCalls.returned(me, call);
        }
        call.end(me);
    }

    /** {@code String.valueOf(value)}, as code of the application would call it. */
    static String text(Control me, Object value, int site) {
        if (me == null || value == null || me.isSilent()) {
            return String.valueOf(value);
        }
        ClassInfo info = ClassInfo.of(value.getClass());
        if (info.kind == ClassInfo.OPAQUE) {
            CallMonitors.enterText(me, value, site);
            update(me, version(me, value), TO_STRING, site);
            CallMonitors.begin(me);
            String text = String.valueOf(value);
            CallMonitors.settle(me);
            return text;
        } else if (info.kind == ClassInfo.JDK && info.hasSynchronizedText() && Names.isNamed(value)) {
            Monitors.enter(me, Names.of(me, value), site);
            me.entered = value;
        }
        return String.valueOf(value);
    }

    /** The thread reads an object whose version says what it has been through. */
    static void observe(Control me, Object object) {
        update(me, version(me, object), OBSERVED, me.place());
    }

    /** The thread changes state behind static methods. */
    static void update(Control me, String state, long change) {
        update(me, version(state), change, me.place());
        if (me.opaqueCalls != null) {
            Callbacks.learned(me);
        }
    }

    /** The thread looks at state behind static methods, and changes nothing. */
    static void look(Control me, String state) {
        look(me, version(state), 0, me.place());
    }

    /** The name of state behind static methods. */
    static long stateName(String state) {
        long name = Hash.text(STATE, state);
        if (Names.isNewLocation(name)) {
            Native.labelObject(name, state, true);
        }
        return name;
    }

    /** The location of state behind static methods. */
    static long version(String state) {
        return Access.version(stateName(state));
    }

    /**
     * Code that is not rewritten uses an object from inside. That is part of the call, if the object has its version in
     * common with what was called: the call was an update of it. Else (a class of the program that inherits from
     * {@code FilterInputStream}, say) it is an update now.
     */
    static void usedInside(Control me, Object object) {
        me.initialiserTells();
        long location = version(me, object);
        for (OpaqueCall call = me.opaqueCalls; call != null; call = call.outer) {
            if (JointCalls.includes(call.versions, location)) {
                return;
            }
        }
        update(me, location, USED, me.place());
    }

    private static final int STATE = 37;
    private static final long USED = Hash.text(53, "used inside");
    private static final long OBSERVED = Hash.text(53, "observed");

    private static final long TO_STRING = Hash.text(41, "toString");

    static void beginLambda(Control me, int site) {
        me.open = Control.LAMBDA;
        me.collected.receiver = null;
        me.collected.hash = Native.siteKey(site);
        me.collected.any = false;
        me.callSite = site;
    }

    static void endLambda(Control me, Object made) {
        me.open = Control.NONE;
        Names.lambda(me, made, me.collected.hash, me.collected.any);
    }
}
