package dev.mcr;

import java.io.Reader;
import java.io.Writer;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.util.List;

/**
 * Monitors that calls of code that is not rewritten take, of objects whose monitors the program takes as well
 * ({@code synchronized (stream)}, say). Monitors of the program are not those of the JVM; so before such a call the
 * thread enters the scheduler's, which may have to wait, and leaves it afterwards. The call itself is one atomic update
 * in between, and the JVM's monitor is free then.
 *
 * <p>Most programs never lock an object of the JDK. So this is done for the classes of those that were ever locked
 * ({@link Insights}).
 *
 * <p>A call that ends by an exception has no hook. Whether one is still running shows on the stack: below what it does
 * is the frame that made it, at the instruction of the call. That is looked at before every operation as long as a call
 * holds a monitor.
 */
final class CallMonitors {
    private CallMonitors() {}

    /**
     * Over all executions: the classes of the JDK's objects whose monitors are entered by code whose monitors are
     * events.
     */
    private static final LongSet USED = new LongSet();
    private static boolean any;

    /** The monitors that a call holds, and where it was made: the frame, and how many there are up to it. */
    static final class Held {
        private final long[] monitors;
        private final int site;
        final int depth;
        /** {@link Calls#begun} when it was made. */
        private final long number = Calls.begun;
        private final long frame;
        private final Held outer;
        /** Whether the events before the call have happened. */
        private boolean begun;

        private Held(long[] monitors, int site, Held outer) {
            this.monitors = monitors;
            this.site = site;
            this.depth = Native.depth();
            this.frame = Native.frame();
            this.outer = outer;
        }
    }

    private static long key(Object object) {
        long hash = ClassInfo.of(object.getClass()).hash;
        return Output.isUnseen(object) ? Hash.mix(hash, 1) : hash;
    }

    /** Whether code that is not rewritten may take the monitor of an object of this class. */
    private static boolean mayBeTaken(Object object, ClassInfo info) {
        return info.kind == ClassInfo.OPAQUE || info.opaqueSuper || object instanceof Reader || object instanceof Writer
                || object instanceof Throwable || object instanceof Thread || object instanceof Output;
    }

    /** Whether calls of an object may take monitors that the program takes as well. */
    static boolean mayTake(Object receiver, ClassInfo info) {
        return any && (info.kind == ClassInfo.OPAQUE || info.opaqueSuper || receiver instanceof Throwable
                || receiver instanceof Thread && isUsed(receiver));
    }

    /** Whether the program takes the monitor of any object of the JDK. */
    static boolean anyUsed() {
        return any;
    }

    /** The program enters the monitor of an object. */
    static void usedByProgram(Control me, Object object) {
        if (mayBeTaken(object, ClassInfo.of(object.getClass())) && !me.isSilent()) {
            if (object instanceof Thread) {
                Threads.monitorIsUsed((Thread) object);
            }
            used(object);
        }
    }

    /** Code of the JDK that is rewritten enters the monitor of an object. */
    static void usedByJdk(Control me, Object object) {
        if (ClassInfo.of(object.getClass()).kind == ClassInfo.OPAQUE && !me.isSilent()) {
            used(object);
        }
    }

    /** The same for the method of another object that a call calls. */
    static void enterInside(Control me, Object holder, String method, int site) {
        if (mayTake(holder, ClassInfo.of(holder.getClass()))) {
            enter(me, holder, method, site);
        }
    }

    /** A method of the program runs in the middle of a call, which does not hold its monitors there. */
    static void leaveInside(Control me, OpaqueCall call) {
        if (me.held != null && me.held.site == call.site) {
            leave(me, me.held);
        }
    }

    private static void leave(Control me, Held held) {
        for (int i = held.monitors.length - 1; i >= 0; i--) {
            if (Native.owns(me.id, held.monitors[i])) {
                Monitors.exit(me, held.monitors[i], held.site);
            }
        }
    }

    /** That method is over; whether anything was entered. */
    static boolean enterAgain(Control me, OpaqueCall call) {
        if (me.held == null || me.held.site != call.site) {
            return false;
        }
        for (long monitor : me.held.monitors) {
            if (!Native.owns(me.id, monitor)) {
                Monitors.enter(me, monitor, call.site);
            }
        }
        return true;
    }

    /** Other threads may run in the middle of a call: the monitors that it holds have to be events. */
    static void heldInside(Control me, OpaqueCall call) {
        boolean held = call.holder != null;
        areEvents(me, held ? call.holder : call.receiver, held ? call.holding : null, call.site);
    }

    /**
     * A call is given arrays that others may reach. What it reads and writes there are events of their own; so the
     * monitors that it holds meanwhile have to be events, too.
     */
    static void heldWithArrays(Control me, Object receiver, Method method, Object[] arrays, int site) {
        for (Object array : arrays) {
            if (Names.isNamed(array) && !Threads.isAlone()) {
                areEvents(me, receiver, method == null ? null : Substitutes.described(method), site);
                return;
            }
        }
    }

    /** The monitors that a method of this object takes are events from here on; {@code null}: what is called there. */
    private static void areEvents(Control me, Object receiver, String called, int site) {
        if (receiver == null || me.isSilent()
                || !LOOKED_INTO.add(Hash.notNull(Hash.mix(ClassInfo.of(receiver.getClass()).hash, site)))
                || isFreeInside(receiver)) {
            return;
        }
        for (Object object : TakenMonitors.all(receiver, called != null ? called : CallSites.called(site))) {
            if (mayBeTaken(object, ClassInfo.of(object.getClass()))) {
                used(object);
            }
        }
    }

    /** Cleaners call the program back after they have left the monitor of their list, which nobody else can reach. */
    private static boolean isFreeInside(Object receiver) {
        return receiver.getClass().getName().startsWith("jdk.internal.ref.");
    }

    /** Over all executions: classes and sites for which that was done. */
    private static final LongSet LOOKED_INTO = new LongSet();

    private static void used(Object object) {
        long key = key(object);
        if (!USED.contains(key)) {
            isToBeUsed(key);
            Insights.monitorIsUsed(key);
        }
    }

    /** That is known before it shows. */
    static void isToBeUsed(long key) {
        USED.add(key);
        any = true;
    }

    /**
     * Whether the monitor of an object may be taken by the program. Of objects that are nothing but locks that is
     * taken for granted.
     */
    static boolean isUsed(Object object) {
        ClassInfo info = ClassInfo.of(object.getClass());
        return mayBeTaken(object, info) ? USED.contains(key(object)) : info.kind == ClassInfo.APPLICATION;
    }

    /**
     * Before the call at this site, whose receiver this is: enters what the call takes. {@code method}: what is called,
     * if it is called by reflection.
     */
    static void enter(Control me, Object receiver, Method method, int site) {
        enter(me, receiver, method == null ? CallSites.called(site) : Substitutes.described(method), site);
    }

    /** The same for a call of {@code toString} that has no site of its own. */
    static void enterText(Control me, Object value, int site) {
        if (any) {
            enter(me, value, "toString()Ljava/lang/String;", site);
        }
    }

    /** Before a handle is invoked: enters what the method takes that it calls. */
    static void enterHandle(Control me, MethodHandle handle, Object[] arguments, int site) {
        HandleCalls.Call taking = null;
        boolean unclear;
        Control unseen = Hooks.suspend();
        try {
            HandleCalls found = HandleCalls.of(handle, spread(site, arguments));
            unclear = !found.certain && takesAny(found.objects);
            boolean others = false;
            for (HandleCalls.Call call : found.calls) {
                if (!takes(call)) {
                    others |= ClassInfo.of(call.declaring()).isReportedInside();
                } else if (taking == null && call.receiver() != HandleCalls.UNKNOWN) {
                    taking = call;
                } else {
                    unclear = true;
                }
            }
            unclear |= taking != null && (others || !found.certain);
        } finally {
            Hooks.resume(unseen);
        }
        if (unclear) {
            if (!Threads.isAlone()) {
                Native.notCovered("monitors that a method handle takes in the middle of what it does, or not always",
                        site);
            }
        } else if (taking != null) {
            enter(me, taking.receiver(), taking.method(), site);
        }
    }

    /**
     * A handle is an argument of a call. If that makes an object of an interface which calls it, nothing tells of these
     * calls: the monitors that it takes are not covered.
     */
    static void isGiven(MethodHandle handle, int site) {
        if (!Native.siteMethod(site).equals("asInterfaceInstance")) {
            return;
        }
        boolean takes;
        Control unseen = Hooks.suspend();
        try {
            HandleCalls found = HandleCalls.of(handle, new Object[0]);
            takes = !found.certain && takesAny(found.objects);
            for (HandleCalls.Call call : found.calls) {
                takes |= takes(call);
            }
        } finally {
            Hooks.resume(unseen);
        }
        if (takes) {
            Native.notCovered("monitors that a method handle takes which is called through an interface", site);
        }
    }

    /** {@code invokeWithArguments} is given an array or a list. */
    private static Object[] spread(int site, Object[] arguments) {
        if (arguments.length != 1 || CallSites.attention(site) != CallSites.SPREAD) {
            return arguments;
        }
        Object given = arguments[0];
        if (given instanceof List && ClassInfo.of(given.getClass()).kind != ClassInfo.APPLICATION) {
            return ((List<?>) given).toArray();
        }
        return given instanceof Object[] ? (Object[]) given : new Object[0];
    }

    /** Whether a method that a handle calls takes a monitor that the program uses. */
    private static boolean takes(HandleCalls.Call call) {
        Object receiver = call.receiver();
        if (receiver == HandleCalls.UNKNOWN) {
            return !ClassInfo.of(call.declaring()).isReportedInside()
                    && TakenMonitors.mayEnter(call.declaring(), call.method());
        }
        return receiver != null && mayTake(receiver, ClassInfo.of(receiver.getClass()))
                && TakenMonitors.of(receiver, call.method()).length > 0;
    }

    /** Whether some method of one of these objects takes a monitor that the program uses. */
    private static boolean takesAny(List<Object> objects) {
        for (Object object : objects) {
            if (mayTake(object, ClassInfo.of(object.getClass())) && TakenMonitors.anyMethodTakes(object)) {
                return true;
            }
        }
        return false;
    }

    private static void enter(Control me, Object receiver, String method, int site) {
        Object[] objects = TakenMonitors.of(receiver, method);
        for (Object object : objects) {
            if (object != receiver && !Names.isNamed(object)) {
                nameAsPart(me, receiver, object);
            }
        }
        hold(me, objects, site);
    }

    /** Enters the monitors of these objects, but for those that the thread owns; whether there were any. */
    private static boolean hold(Control me, Object[] objects, int site) {
        long[] entered = new long[objects.length];
        int count = 0;
        for (Object object : objects) {
            long monitor = Monitors.of(me, object);
            if (!Native.owns(me.id, monitor)) {
                Monitors.enter(me, monitor, site);
                entered[count++] = monitor;
            }
        }
        if (count > 0) {
            me.held = new Held(Copies.of(entered, count), site, me.held);
        }
        return count > 0;
    }

    /** The monitors that the call at this site has entered. */
    static long[] heldAt(Control me, int site) {
        return me.held != null && me.held.site == site ? me.held.monitors : JointCalls.NONE;
    }

    /** How many fields lead from an object to the monitors that its methods take. */
    private static final int FIELDS = 4;

    /** Names an object by the one in which code that is not rewritten keeps it: who comes first to it is no matter. */
    private static void nameAsPart(Control me, Object keeper, Object part) {
        ClassInfo info = ClassInfo.of(part.getClass());
        if (!Names.isNamed(keeper) || info.kind != ClassInfo.OPAQUE && info.type != Object.class || me.isSilent()) {
            return;
        }
        long path = 0;
        for (int length = 1; length <= FIELDS && path == 0; length++) {
            path = path(keeper, part, length);
        }
        if (path != 0) {
            Names.part(part, Hash.notNull(Hash.mix(Names.of(me, keeper), Hash.mix(path, info.hash))));
        }
    }

    /** A hash of the names of so many fields that lead from one object to another; 0 if there are none. */
    private static long path(Object from, Object to, int length) {
        for (ClassInfo.FieldInfo field : Internals.fieldsOfObjects(from.getClass())) {
            Object value = field.kind == 'L' ? ClassInfo.reference(from, field) : null;
            if (value == to && length == 1) {
                return Hash.text(PART, field.name);
            }
            if (value != null && length > 1 && ClassInfo.of(value.getClass()).kind == ClassInfo.OPAQUE) {
                long rest = path(value, to, length - 1);
                if (rest != 0) {
                    return Hash.mix(Hash.text(PART, field.name), rest);
                }
            }
        }
        return 0;
    }

    private static final int PART = 127;

    /**
     * At the start of a method of the JDK that is not rewritten: it locks this object until it is over, and may call
     * the program meanwhile. To be followed by {@link #begin}.
     */
    static void holdFromHere(Control me, Object object) {
        // The standard streams all threads have.
        if (me.isSilent() || !(object instanceof Output) && !Names.isShared(me, object)) {
            return;
        }
        if (mayBeTaken(object, ClassInfo.of(object.getClass()))) {
            used(object);
        }
        hold(me, new Object[] {object}, me.place());
    }

    /** The call begins: all events before it have happened. */
    static void begin(Control me) {
        if (me.held != null) {
            me.held.begun = true;
        }
    }

    /** Leaves the monitors of calls that have ended. */
    static void settle(Control me) {
        settle(me, false);
    }

    /** The same, as a call has come back. */
    static void returned(Control me) {
        settle(me, true);
    }

    private static void settle(Control me, boolean returned) {
        while (me.held != null && me.held.begun && !me.stopping && !isEnding(me)
                && (returned && me.held.number == Calls.begun || !isRunning(me.held))) {
            Held ended = me.held;
            me.held = ended.outer;
            leave(me, ended);
        }
    }

    private static boolean isEnding(Control me) {
        return me.ending != null && me.ending.site == me.held.site;
    }

    private static boolean isRunning(Held held) {
        long frame = Native.frameBelow(held.depth);
        long further = frame - held.frame;
        return frame != 0 && further >= 0 && further < HOOK_TO_CALL;
    }

    /** More bytes than there are from the hook before a call, over the loads of its arguments, to the call. */
    private static final int HOOK_TO_CALL = 64;

    /**
     * In a release whose standard streams take a lock of their own instead, their monitors are nobody's but the
     * program's.
     */
    private static final boolean STREAMS_HAVE_LOCKS = Internals.find("jdk.internal.misc.InternalLock") != null;

    /** Enters the monitor of a standard stream, if that is to be: whether it has to be left. */
    static boolean enterStream(Control me, Output stream) {
        if (me == null || !any || STREAMS_HAVE_LOCKS || !isUsed(stream)) {
            return false;
        }
        long monitor = Monitors.of(me, stream);
        if (Native.owns(me.id, monitor)) {
            return false;
        }
        Monitors.enter(me, monitor, me.place());
        return true;
    }

    static void leaveStream(Control me, Output stream) {
        if (!me.stopping) {
            Monitors.exit(me, Monitors.of(me, stream), me.place());
        }
    }
}
