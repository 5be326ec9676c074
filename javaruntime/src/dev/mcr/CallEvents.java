package dev.mcr;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * The events of a call whose arguments have been collected, and what comes after it.
 *
 * <p>Before the call: what it is handed is read, and the versions it touches are updated. After it: what it has changed
 * is written, and what it has handed out is named. In between it belongs to {@link Control#opaqueCalls}.
 */
final class CallEvents {
    private CallEvents() {}

    private static final long USED = Hash.text(53, "used inside");
    private static final long TO_STRING = Hash.text(41, "toString");

    /** The events before the call. */
    static void perform(Control me) {
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
        Object looked = me.collected.looked;
        Method method = me.collected.method;
        MethodHandle invoked = me.collected.invoked;
        long hash = me.collected.hash;
        me.collected.receiver = null;
        boolean changesState = me.collected.changesState();
        if (me.isSilent() && (receiver != null ? !Initialisation.isOwn(me, Names.of(me, receiver)) : changesState)) {
            me.initialiserTells();
        }
        long group = receiver != null ? Versions.of(me, receiver) : me.collected.group;
        long state = me.collected.staticState;
        Object[] arrays = me.collected.arrays();
        Object[] given = me.collected.given();
        FileStates.copies(me.collected, given);
        Object holder = me.collected.holder;
        String holding = me.collected.holding;
        boolean leadsOn = me.collected.leadsOn;
        CallSize.Arguments known = me.collected.known;
        boolean spreads = me.collected.spreads;
        int use = me.collected.use;
        boolean touches = receiver != null || me.collected.touches && !byJdk;
        if (me.collected.fence && !me.isSilent()) {
            Fences.full(me, site);
        }
        if (receiver != null && invoked == null) {
            CallMonitors.heldWithArrays(me, receiver, method, arrays, site);
        }
        CallMonitors.Held before = me.held;
        if (target != null && !me.isSilent()) {
            CallMonitors.enter(me, target, method, site);
        }
        if (holder != null && !me.isSilent()) {
            CallMonitors.enterInside(me, holder, holding, site);
        }
        if (me.collected.handle != null) {
            Object[] handed = me.collected.takeArguments();
            if (!me.isSilent()) {
                CallMonitors.enterHandle(me, me.collected.handle, handed, site);
            }
        }
        // Before any other step, at which calls that have ended leave what they hold.
        boolean holds = me.held != before;
        int depth = holds ? me.held.depth : 0;
        if (looked != null) {
            Versions.lookByCall(me, looked, site);
        }
        OpaqueCall call = null;
        if (arrays.length > 0 || receiver != null || group != 0) {
            call = new OpaqueCall(me, site, receiver, group, holds ? depth : Native.depth());
            if (arrays.length == 1 && method == null && invoked == null && ArrayParts.isUsedBy(site)
                    && known.isPartOf(arrays[0]) && !KeptArrays.isKept(arrays[0])) {
                call.readPart(me, arrays[0], known.partBegin(), known.partLength());
            } else {
                call.read(me, arrays);
            }
            call.handed = arrays.length;
            call.holder = holder;
            call.holding = holding;
            call.spreads = spreads;
            call.callee = method != null ? method : invoked;
            call.arguments = known;
            if (touches) {
                if (receiver != null) {
                    call.touch(me, receiver, group);
                }
                for (Object object : given) {
                    call.touch(me, object, use, Versions.of(me, object));
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
        // What an initialiser that tells nothing has made, nobody else has: there is no event, but what comes out of
        // the call is the same.
        if (receiver != null) {
            if (!me.isSilent()) {
                update(me, call, hash, site);
                CoarseCalls.begins(me, call);
            }
        } else if (group != 0 && touches) {
            if (!me.isSilent()) {
                update(me, call, Hash.mix(Native.siteKey(site), hash), site);
            }
        } else if (changesState) {
            Versions.update(me, state, hash, site);
        } else if (state != 0) {
            Versions.lookBehind(me, state, site);
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
                if (element != null && Versions.isOpaque(element)) {
                    call.touch(me, element, Versions.of(me, element));
                    call.group = call.group != 0 ? call.group : Versions.of(me, element);
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
        call.version = Versions.now(call.group);
    }

    /** The thread uses an object whose version says what it has been through, by a call that has been collected. */
    static void use(Control me, Object object, int how, long hash, int site) {
        if (!Versions.has(object)) {
            return;
        }
        if (me.isSilent() && !Initialisation.isOwn(me, Names.of(me, object))) {
            me.initialiserTells();
        }
        long version = Versions.of(me, object);
        CoarseCalls.at(me, object, how, version, site);
        OpaqueCall call = new OpaqueCall(me, site, object, version);
        call.read(me, KeptArrays.first(call.versions, call.arrays));
        me.opaqueCalls = call;
        if (!me.isSilent()) {
            update(me, call, hash, site);
        }
        call.begin(false);
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

    /** The innermost call of this object, which was an update of its version, that the thread is inside; or null. */
    static OpaqueCall callOf(Control me, Object object) {
        long version = Versions.of(me, object);
        OpaqueCall call = me.opaqueCalls;
        while (call != null && (call.receiver == null || !JointCalls.includes(call.versions, version))) {
            call = call.outer;
        }
        return call;
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
        long version = Versions.of(me, object);
        while (call != null && !JointCalls.includes(call.versions, version)) {
            call = call.outer;
        }
        return call != null;
    }

    /**
     * Code that is not rewritten uses an object from inside. That is part of the call, if the object has its version in
     * common with what was called: the call was an update of it. Else (a class of the program that inherits from
     * {@code FilterInputStream}, say) it is an update now.
     */
    static void usedInside(Control me, Object object) {
        me.initialiserTells();
        long location = Versions.of(me, object);
        for (OpaqueCall call = me.opaqueCalls; call != null; call = call.outer) {
            if (JointCalls.includes(call.versions, location)) {
                return;
            }
        }
        Versions.update(me, location, USED, me.place());
    }

    /** The call that has come back to this site; null if none is known. A method may be running more than once. */
    private static OpaqueCall find(Control me, int site) {
        OpaqueCall call = atSite(me.opaqueCalls, site);
        if (call != null && call.isLast() && atSite(call.outer, site) == null) {
            return call;
        }
        int depth = call == null ? 0 : Native.depth();
        while (call != null && call.depth != depth) {
            call = atSite(call.outer, site);
        }
        return call;
    }

    private static OpaqueCall atSite(OpaqueCall innermost, int site) {
        OpaqueCall call = innermost;
        while (call != null && call.site != site) {
            call = call.outer;
        }
        return call;
    }

    /** Calls that frames of this depth, or deeper, have made are over: by an exception. */
    static void thrown(Control me, int depth) {
        while (me.opaqueCalls != null && me.opaqueCalls.depth >= depth) {
            OpaqueCall call = me.opaqueCalls;
            me.opaqueCalls = call.outer;
            call.end(me);
        }
    }

    /** What an object that is not rewritten hands out, it may hand out to others as well. */
    static void result(Control me, Object value, int site) {
        OpaqueCall call = find(me, site);
        if (call == null || me.stopping) {
            return;
        }
        if (call.copied != null || call.clones) {
            cloned(me, value, call.copied);
        }
        if (call.group != 0 && value != null && Versions.shared(value) == 0 && Versions.changesWithMaker(value)) {
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

    /** A copy contains what was read, if something was, whatever other threads have written since. */
    private static void cloned(Control me, Object copy, Object read) {
        if (copy.getClass().isArray()) {
            if (read != null) {
                System.arraycopy(read, 0, copy, 0, ClassInfo.length(copy));
            }
            EarlyWrites.made(me, copy);
            return;
        }
        if (read != null) {
            Access.putFields(copy, (Object[]) read);
        }
        if (StoreBuffers.partial) {
            EarlyWrites.madeObject(me, copy);
        }
    }

    /**
     * What has come out of a call has its version in common with what was called; but if others had it before, its
     * version stays its own.
     */
    private static void join(Control me, OpaqueCall call, Object value) {
        if (!Names.isNamed(value) && !Names.outlives(value)) {
            Versions.join(value, call.group);
        } else if (call.receiver != null && !JointCalls.includes(call.versions, Versions.of(me, value))
                && !(call.receiver instanceof java.lang.ref.Reference)) {
            JointCalls.keeps(call.group, Versions.of(me, value));
        }
    }

    /** Writes, one by one, what the call changed in the arrays it was handed. */
    static void after(Control me, int site) {
        OpaqueCall call = find(me, site);
        if (call == null) {
            return;
        }
        thrown(me, call.depth + 1);
        me.opaqueCalls = call.outer;
        me.ending = call;
        KeptArrays.returned(me, call);
        if (call.versions.length > 1) {
            JointCalls.returned(me, call);
        }
        call.end(me);
        me.ending = null;
    }

    /** {@code String.valueOf(value)}, as code of the application would call it. */
    static String text(Control me, Object value, int site) {
        if (me == null || value == null || me.isSilent()) {
            return String.valueOf(value);
        }
        ClassInfo info = ClassInfo.of(value.getClass());
        if (info.kind == ClassInfo.OPAQUE && info.values.hasOpaqueText()) {
            CallMonitors.enterText(me, value, site);
            long version = Versions.of(me, value);
            CoarseCalls.at(me, value, CoarseCalls.CALLED, version, site);
            Versions.update(me, version, TO_STRING, site);
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
}
