package dev.mcr;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;

/**
 * Calls of code that is not rewritten, and lambdas: what kind of call it is, and what it is given.
 *
 * <p>A call of an object whose class is neither rewritten nor immutable is one atomic update of the object's version
 * ({@link Versions}): the new version is a hash of the old one, the method and the arguments. An array handed to such
 * code is read before the call, and what the call changed in it is written afterwards ({@link CallEvents}).
 */
final class Calls {
    private Calls() {}

    /** What {@link ClassInfo#calledMethod} says of the method that is meant. */
    private static final int SYNCHRONIZED = 1, APPLICATION_METHOD = 2, METHOD_OF_OBJECT = 4,
            METHOD_OF_EXCEPTION = 8;

    /**
     * How often a hook before a call was entered, by whatever thread. While it stays the same, the hook after a call is
     * that of the call for which it was counted last, or of one around it.
     */
    static long begun;

    static void reset() {
        Versions.reset();
        KeptArrays.reset();
        JointCalls.reset();
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

    /** Rewritten code of the JDK calls a method that changes nothing in an object ({@link OpaqueClass#isAsked}). */
    static void beginLook(Control me, Object receiver, int site) {
        me.callSite = site;
        if (me.stopping) {
            throw Stop.STOP;
        }
        collect(me, null, site);
        me.collected.looked = receiver;
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
        byte attention = CallSites.attention(site);
        if (attention == CallSites.EXCEPTION && receiver instanceof Throwable) {
            if ((info.calledMethod(site) & (APPLICATION_METHOD | METHOD_OF_EXCEPTION)) == 0) {
                collect(me, null, site);
                me.collected.openAccessor(receiver);
            }
            return;
        }
        if (attention == CallSites.CLONE && (info.kind == ClassInfo.ARRAY
                || (info.kind == ClassInfo.APPLICATION || info.kind == ClassInfo.JDK)
                        && (info.calledMethod(site) & METHOD_OF_OBJECT) != 0)) {
            beginClone(me, receiver, site);
            return;
        }
        if (attention >= CallSites.THREAD_ATTRIBUTE && receiver instanceof Thread) {
            beginOfThread(me, (Thread) receiver, info, attention, site);
            return;
        }
        if (attention == CallSites.LOADS && info.kind != ClassInfo.OPAQUE && receiver instanceof ClassLoader) {
            LoaderTables.loads((ClassLoader) receiver);
        }
        switch (info.kind) {
            case ClassInfo.OPAQUE:
                if (info.opaque.runsRewritten(site)) {
                    beginRewritten(me, receiver, info, attention, site);
                } else if (SystemProperties.hasKeys(receiver)) {
                    collect(me, null, site);
                    me.collected.openAccessor(receiver);
                } else {
                    collect(me, receiver, site);
                    setsUp(me, receiver, info, site);
                }
                break;
            case ClassInfo.APPLICATION:
                if (info.proxy && Versions.isOpaque(receiver)) {
                    collect(me, receiver, site);
                } else if (info.opaqueSuper && isInherited(info, site)
                        && !info.opaque.runsRewritten(site)) {
                    collect(me, receiver, site);
                    setsUp(me, receiver, info, site);
                } else if (info.logs && !info.opaqueSuper && isInherited(info, site)) {
                    beginHarmless(me, receiver, info, site);
                } else if (info.rewrittenSuper && Names.isNamed(receiver)
                        && (info.calledMethod(site) & (APPLICATION_METHOD | SYNCHRONIZED)) == SYNCHRONIZED) {
                    enterMonitor(me, receiver, site);
                }
                break;
            case ClassInfo.JDK:
                beginRewritten(me, receiver, info, attention, site);
                break;
            case ClassInfo.ARRAY:
                break;
            case ClassInfo.HARMLESS:
                beginHarmless(me, receiver, info, site);
                break;
            default:
                beginConstant(me, receiver, attention, site);
        }
    }

    /** Whether a class of the program has inherited the method that is called at a site. */
    static boolean isInherited(ClassInfo info, int site) {
        return (info.calledMethod(site) & APPLICATION_METHOD) == 0;
    }

    /**
     * The call is {@code Object.clone}, which reads the fields of the receiver, or its elements: in class files older
     * than version 49, {@code clone} of an array is a method of {@code Object}.
     */
    private static void beginClone(Control me, Object receiver, int site) {
        if (Names.isNamed(receiver)) {
            boolean array = receiver.getClass().isArray();
            Object read = array ? Arraycopy.read(me, receiver, 0, ClassInfo.length(receiver), site)
                    : Access.readFields(me, receiver, site);
            me.opaqueCalls = new OpaqueCall(me, site, null, 0);
            me.opaqueCalls.copied = read;
        } else if (StoreBuffers.partial) {
            me.opaqueCalls = new OpaqueCall(me, site, null, 0);
            me.opaqueCalls.clones = true;
        }
    }

    private static void beginOfThread(Control me, Thread receiver, ClassInfo info, byte attention, int site) {
        if (attention == CallSites.FLAG_LOOK && receiver != me.thread) {
            Locks.seeThrough();
        } else if (attention == CallSites.THREAD_ATTRIBUTE) {
            if (StartRaces.isBeingStarted(me, receiver) && (info.calledMethod(site) & SYNCHRONIZED) != 0) {
                StartRaces.needsMonitor(me, receiver);
            }
            collect(me, receiver, site);
        } else if (attention == CallSites.THREAD_START && !ThreadFields.isVirtual(receiver)) {
            if (StartRaces.isBeingStarted(me, receiver)) {
                StartRaces.needsMonitor(me, receiver);
            }
            if (CallMonitors.mayTake(receiver, info)) {
                // The start itself is an event; in between, the thread's monitor is held.
                collect(me, null, site);
            }
        }
    }

    /** The receiver's class belongs to the JDK and is rewritten: its methods tell what they do. */
    private static void beginRewritten(Control me, Object receiver, ClassInfo info, byte attention, int site) {
        if (attention == CallSites.FORMAT && receiver instanceof java.io.PrintWriter) {
            // Its formatter, which nobody else has, makes a text of what it is given.
            me.changes();
            collect(me, null, site);
            me.collected.touches = true;
            return;
        }
        boolean named = Names.isNamed(receiver);
        if ((named || me.rounds.areKept()) && CallSites.takesMutable(site)) {
            me.changes();
        }
        if (named && (info.calledMethod(site) & SYNCHRONIZED) != 0) {
            enterMonitor(me, receiver, site);
        }
    }

    private static void enterMonitor(Control me, Object receiver, int site) {
        Monitors.enter(me, Names.of(me, receiver), site);
        me.entered = receiver;
    }

    private static void beginHarmless(Control me, Object receiver, ClassInfo info, int site) {
        boolean isLocal = receiver instanceof ThreadLocal;
        if (!isLocal || !ThreadLocals.follows(me, (ThreadLocal<?>) receiver)) {
            me.changes();
        }
        if (isLocal) {
            me.initialiserTells();
        }
        collect(me, null, site);
        // It makes a text of what it is given.
        me.collected.touches = receiver instanceof java.io.PrintStream;
        me.collected.fence = StoreBuffers.on
                && (receiver instanceof Output ? ((Output) receiver).isFence(site) : Loggers.isFence(receiver, site));
        if (info.logs) {
            me.collected.logs = true;
            me.collected.staticState = Loggers.called(me, receiver, site);
            me.collected.hash = Hash.mix(Native.siteKey(site), Loggers.name(me, receiver));
        }
    }

    /** The receiver has a version: if it is a handler of loggers, the call may change how these are set up as well. */
    private static void setsUp(Control me, Object receiver, ClassInfo info, int site) {
        if (info.logs) {
            me.collected.staticState = Loggers.called(me, receiver, site);
        }
    }

    /** The receiver never changes, unless together with another object; what it calls may do more. */
    private static void beginConstant(Control me, Object receiver, byte attention, int site) {
        CollectedCall call = me.collected;
        collect(me, Versions.isOpaque(receiver) ? receiver : null, site);
        call.touches = !(receiver instanceof MethodHandle || receiver instanceof Class || receiver instanceof Method);
        call.leadsOn = receiver instanceof MethodHandle && !NativeCalls.isVersion(Versions.shared(receiver));
        call.method = receiver instanceof Method ? (Method) receiver : null;
        boolean invokes = attention == CallSites.INVOCATION
                || attention == CallSites.SPREAD && receiver instanceof MethodHandle;
        call.spreads = call.method != null ? invokes : attention == CallSites.SPREAD;
        call.invoked = invokes && receiver instanceof MethodHandle ? (MethodHandle) receiver : null;
        call.reflects = invokes && call.receiver == null && (call.leadsOn || call.method != null);
        call.asksForTarget = invokes && call.method != null;
        if (call.invoked != null && CallMonitors.anyUsed()) {
            call.openHandle(call.invoked);
        }
        boolean mayBind = !invokes && call.receiver == null && receiver instanceof MethodHandle;
        call.bound = mayBind ? (MethodHandle) receiver : null;
    }

    static void beginStatic(Control me, int site) {
        me.callSite = site;
        if (CallSites.attention(site) == CallSites.PARK) {
            Locks.seeThrough();
            Interrupts.programParks();
        }
        collect(me, null, site);
        me.collected.touches = CallSites.handing(site) != CallSites.DOES_NOT_USE;
        me.collected.handsOn = StoreBuffers.on && CallSites.handing(site) == CallSites.HANDS_ON;
        StaticStates.asked(me, site);
    }

    private static void collect(Control me, Object receiver, int site) {
        me.open = Control.CALL;
        me.collected.begin(site, receiver, receiver == null ? 0 : Native.siteKey(site));
    }

    static void argument(Control me, long bits) {
        if (me.collected.handle != null) {
            me.collected.addArgument(HandleCalls.UNKNOWN);
        }
        me.collected.add(bits);
        me.collected.known.add(bits);
    }

    static void argument(Control me, Object value) {
        if (me.collected.accessor != null) {
            me.collected.addArgument(value);
            return;
        }
        me.collected.known.add(value);
        if (me.collected.handle != null) {
            me.collected.addArgument(value);
        } else if (value instanceof MethodHandle && me.open == Control.CALL && CallMonitors.anyUsed()) {
            CallMonitors.isGiven((MethodHandle) value, me.collected.site);
        }
        if (me.collected.asksForTarget) {
            // The first argument of Method.invoke is the receiver.
            me.collected.asksForTarget = false;
            boolean takes = value != null && CallMonitors.mayTake(value, ClassInfo.of(value.getClass()));
            me.collected.target = takes ? value : null;
        }
        if (me.collected.receiver != null && value != null && me.open == Control.CALL && Callbacks.isLent(me, value)) {
            me.collected.hash = Hash.mix(me.collected.hash, Callbacks.contents(value));
            return;
        }
        if (me.collected.handsOn && me.open == Control.CALL && Fences.mayBeUsedByOthers(value)) {
            Fences.isAssumed(me.collected.site);
            me.collected.fence = true;
        }
        // Code that is not rewritten may hand on whatever it gets.
        if (me.open != Control.JDK_CALL || me.collected.receiver != null
                || CallSites.handing(me.collected.site) == CallSites.CONSTRUCTS) {
            me.collected.add(Names.of(me, value));
            if (me.open != Control.LAMBDA && value != null && Loggers.uses(me.collected, value)
                    && (Versions.isOpaque(value) || InheritedMethods.bound(me.collected, value))) {
                me.collected.addGiven(value, Versions.of(me, value));
            }
            if (me.collected.reflects && value != null) {
                reflectiveReceiver(me, value);
            }
            if (me.collected.receiver != null && value != null
                    && ClassInfo.of(value.getClass()).kind == ClassInfo.APPLICATION) {
                // It may be called back, and what it makes then depends on this thread and on what it has learned.
                me.collected.hash = Hash.mix(me.collected.hash, me.history);
            }
        }
        if (me.open != Control.LAMBDA && value != null && value.getClass().isArray()
                && Names.isNamed(value) && (!me.collected.leadsOn || spreads(me.collected))) {
            me.collected.addArray(value);
        }
    }

    /** Whether a handle is given its arguments, or some of them, in an array. */
    private static boolean spreads(CollectedCall call) {
        call.spreads = call.spreads || call.invoked != null && HandleCalls.spreads(call.invoked);
        return call.spreads;
    }

    /**
     * An argument of a call by reflection or through a handle: the first one whose calls are updates counts as the
     * receiver.
     */
    private static void reflectiveReceiver(Control me, Object value) {
        Loggers.calledByReflection(me, value);
        boolean spread = value instanceof Object[] && me.collected.spreads;
        Object[] given = spread ? (Object[]) value : new Object[] {value};
        for (Object receiver : given) {
            if (spread && receiver != null && Versions.isOpaque(receiver)) {
                me.collected.addGiven(receiver, Versions.of(me, receiver));
            }
            boolean isReceiver = receiver != null && me.collected.reflects
                    && (Versions.isOpaque(receiver) || receiver instanceof Thread && asksThread(me.collected)
                            || !spread && InheritedMethods.called(me.collected, receiver));
            if (isReceiver) {
                me.collected.reflects = false;
                me.collected.receiver = receiver;
                // Which method it is, the thread has learned.
                long called = Hash.mix(Native.siteKey(me.collected.site), me.history);
                me.collected.hash = Hash.mix(Hash.mix(me.collected.hash, called), Names.of(me, receiver));
            }
        }
    }

    /** Whether the method that is called by reflection or through a handle is one for an attribute of threads. */
    private static boolean asksThread(CollectedCall call) {
        if (call.method != null) {
            return call.method.getDeclaringClass() == Thread.class
                    && CallSites.isThreadAttribute(call.method.getName());
        }
        return call.invoked != null && HandleCalls.asksThread(call.invoked);
    }

    /** All arguments are collected: the events before the call. */
    static void endArguments(Control me) {
        CallEvents.perform(me);
        CallMonitors.begin(me);
    }

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
