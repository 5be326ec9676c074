package dev.mcr;

/**
 * What happens in the middle of a call of code that is not rewritten: it may call methods of the program, or of
 * rewritten classes of the JDK.
 *
 * <p>Other threads may run there. So what the call does afterwards is a step of its own: the version of what was called
 * is updated once more, and says what has been learned meanwhile. Around the methods of the program that may be called
 * so there are hooks; in all others each read is followed by such a step.
 */
final class Callbacks {
    private Callbacks() {}

    /** A method of the program begins that a call may have called. */
    static void begins(Control me) {
        OpaqueCall call = me.opaqueCalls.working();
        if (call != null) {
            if (!releasesMonitors(call)) {
                CallMonitors.heldInside(me, call);
            } else if (!call.isInCallback()) {
                CallMonitors.leaveInside(me, call);
            }
            call.callbackBegins(me);
        }
    }

    /**
     * Such a method is over. What the call does next is a step of its own, and depends on what the method has learned.
     */
    static void ends(Control me) {
        OpaqueCall call = me.opaqueCalls.working();
        while (call != null && !call.isInCallback()) {
            // It came to no end, because of an exception.
            me.opaqueCalls = call.outer;
            call.end(me);
            call = call.outer == null ? null : call.outer.working();
        }
        if (call == null) {
            return;
        }
        boolean active = call.callbackEnds(me);
        if (me.stopping || me.isSilent()) {
            return;
        }
        if (!call.isInCallback() && releasesMonitors(call)) {
            active |= CallMonitors.enterAgain(me, call);
        }
        if (active && call.version != 0) {
            CallEvents.goesOn(me, call, Hash.mix(CALLED_BACK, me.history), call.site);
        }
    }

    private static boolean releasesMonitors(OpaqueCall call) {
        return call.holder != null && Loggers.formatsWithout(call.holder);
    }

    /**
     * The thread has read something. If it did so within a call, but not in a method around which there are hooks, it
     * did so for the call: what that does next is a step of its own.
     */
    static void learned(Control me) {
        OpaqueCall call = me.isSilent() ? null : me.opaqueCalls.versioned();
        if (call != null && !call.isInCallback()) {
            CallMonitors.heldInside(me, call);
            CallEvents.goesOn(me, call, Hash.mix(CALLED_BACK, me.history), call.site);
        }
    }

    /**
     * The thread has read a reference to an object, within a call, which may use it from here on, however it gets
     * there.
     */
    static void found(Control me, Object object) {
        OpaqueCall call = object == null || me.isSilent() ? null : me.opaqueCalls.versioned();
        if (call != null && Versions.isOpaque(object)) {
            call.touch(me, object, Versions.of(me, object));
        }
    }

    /**
     * The thread is about to do something else than to read. If native code has called a function of the program around
     * which there are no hooks, what it does after that cannot be told from what it did before.
     */
    static void acts(Control me, int site) {
        OpaqueCall call = me.isSilent() ? null : me.opaqueCalls.versioned();
        if (call != null && !call.isInCallback() && NativeCalls.isVersion(call.group)) {
            Native.notCovered("a function that native code calls (Linker.upcallStub) does more than to read", site);
        }
    }

    /**
     * An exception has arrived at a handler of the program: the calls that this frame, or one below it, has made are
     * over.
     */
    static void caught(Control me) {
        CallEvents.thrown(me, Native.depth());
    }

    /** Whether the thread is in a method that code which is not rewritten has called. */
    static boolean areRunning(Control me) {
        OpaqueCall call = me.opaqueCalls == null ? null : me.opaqueCalls.versioned();
        return call != null && call.isInCallback();
    }

    /**
     * Whether a method that was called back gives on an array that nobody else has seen, most likely one that the JDK
     * has lent to it. It gets no name: what the JDK writes there are no events.
     */
    static boolean isLent(Control me, Object value) {
        return me.opaqueCalls != null && !Names.isNamed(value) && Names.isOfCaller(me, value);
    }

    /** A hash of what an array of primitive values contains. */
    static long contents(Object array) {
        char element = ClassInfo.of(array.getClass()).element;
        int length = ClassInfo.length(array);
        long hash = Hash.mix(CALLED_BACK, length);
        for (int i = 0; i < length; i++) {
            hash = Hash.mix(hash, ClassInfo.bits(array, element, i));
        }
        return hash;
    }

    private static final long CALLED_BACK = Hash.text(53, "called back");
}
