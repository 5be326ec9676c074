package dev.mcr;

import jdk.internal.vm.annotation.Hidden;

/**
 * What rewritten code of the application calls around what it does: see the table in the rewriter's policy. Each hook
 * finds out whether the calling thread is under control and hands over to {@link Access}, {@link Monitors} or
 * {@link Calls}. What such code calls in the place of other methods is in {@link CallHooks}.
 */
public final class Hooks {
    private Hooks() {}

    /** The thread that has the turn, or null between executions. Written by whoever gets the turn. */
    static Control running;

    /** The calling thread, or null if it is not under control. */
    static Control self() {
        Control me = running;
        return me != null && me.thread == Thread.currentThread() ? me : null;
    }

    /** Nothing that the calling thread does from here on is seen. To be undone with {@link #resume}. */
    static Control suspend() {
        Control me = self();
        if (me != null) {
            running = null;
        }
        return me;
    }

    static void resume(Control me) {
        if (me != null) {
            running = me;
        }
    }

    /**
     * The calling thread, if an access to this object is an event: before an object has a name, no other thread can
     * reach it. (It gets one when it is stored where others can; what it contains then is reported.)
     */
    private static Control seen(Object object) {
        Control me = running;
        return me != null && me.thread == Thread.currentThread() && Names.isShared(me, object) ? me : null;
    }

    /** The same for a write to a field, which changes something, whether it is an event or not. */
    private static Control written(Object object, int site) {
        Control me = self();
        if (me == null) {
            LoaderCode.field(object, true, site);
        }
        if (me == null || Names.isShared(me, object)) {
            return me;
        }
        me.changes(object);
        if (StoreBuffers.on && object != null) {
            Access.writeOwn(me, object, site);
        }
        return null;
    }

    /** The calling thread, which writes a static field. */
    private static Control writer(int site) {
        Control me = self();
        if (me == null) {
            LoaderCode.staticField(true, site);
        }
        return me;
    }

    /** The same for an element of an array. */
    private static Control writtenAt(Object array, int index, int site) {
        Control me = self();
        if (me == null) {
            LoaderCode.element(array, index, true, site);
        }
        if (me == null || Names.isShared(me, array)) {
            return me;
        }
        me.changes(array);
        if (StoreBuffers.partial) {
            EarlyWrites.element(me, array, index);
        }
        return null;
    }

    // Fields.

    public static void beforeGetField(Object owner, int site) {
        Control me = seen(owner);
        if (me != null) {
            Access.readField(me, owner, site);
        } else if (running == null) {
            LoaderCode.field(owner, false, site);
        }
    }

    public static void beforeGetStatic(int site) {
        Control me = self();
        if (me != null) {
            Access.readStatic(me, site);
        } else {
            LoaderCode.staticField(false, site);
        }
    }

    public static void beforeArrayLoad(Object array, int index, int site) {
        Control me = seen(array);
        if (me != null) {
            Access.readElement(me, array, index, site);
        } else if (running == null) {
            LoaderCode.element(array, index, false, site);
        }
    }

    public static void gotI(int v) {
        Control me = self();
        if (me != null && me.open == Control.READ) {
            Access.completeRead(me, v);
        }
    }

    public static void gotJ(long v) {
        Control me = self();
        if (me != null && me.open == Control.READ) {
            Access.completeRead(me, v);
        }
    }

    public static void gotF(float v) {
        Control me = self();
        if (me != null && me.open == Control.READ) {
            Access.completeRead(me, Float.floatToRawIntBits(v));
        }
    }

    public static void gotD(double v) {
        Control me = self();
        if (me != null && me.open == Control.READ) {
            Access.completeRead(me, Double.doubleToRawLongBits(v));
        }
    }

    public static void gotL(Object v) {
        Control me = self();
        if (me != null && me.open == Control.READ) {
            Access.completeRead(me, Names.of(me, v));
        }
    }

    /** A method begins that could not be given any other hook. */
    public static void unseen(int site) {
        if (self() != null) {
            Native.unseen(site);
        }
    }

    /** Does what {@code baload} does. */
    public static int loadByte(Object array, int index) {
        return array instanceof boolean[] ? ((boolean[]) array)[index] ? 1 : 0 : ((byte[]) array)[index];
    }

    /** Does what {@code bastore} does. */
    public static void storeByte(Object array, int index, int value) {
        if (array instanceof boolean[]) {
            ((boolean[]) array)[index] = (value & 1) != 0;
        } else {
            ((byte[]) array)[index] = (byte) value;
        }
    }

    public static void beforePutFieldI(Object owner, int v, int site) {
        Control me = written(owner, site);
        if (me != null) {
            Access.writeField(me, owner, v, site);
        }
    }

    public static void beforePutStaticI(int v, int site) {
        Control me = writer(site);
        if (me != null) {
            Access.writeStatic(me, v, site);
        }
    }

    public static void beforeArrayStoreI(Object array, int index, int v, int site) {
        Control me = writtenAt(array, index, site);
        if (me != null) {
            Access.writeElement(me, array, index, v, site);
        }
    }

    public static void beforePutFieldJ(Object owner, long v, int site) {
        Control me = written(owner, site);
        if (me != null) {
            Access.writeField(me, owner, v, site);
        }
    }

    public static void beforePutStaticJ(long v, int site) {
        Control me = writer(site);
        if (me != null) {
            Access.writeStatic(me, v, site);
        }
    }

    public static void beforeArrayStoreJ(Object array, int index, long v, int site) {
        Control me = writtenAt(array, index, site);
        if (me != null) {
            Access.writeElement(me, array, index, v, site);
        }
    }

    public static void beforePutFieldF(Object owner, float v, int site) {
        Control me = written(owner, site);
        if (me != null) {
            Access.writeField(me, owner, Float.floatToRawIntBits(v), site);
        }
    }

    public static void beforePutStaticF(float v, int site) {
        Control me = writer(site);
        if (me != null) {
            Access.writeStatic(me, Float.floatToRawIntBits(v), site);
        }
    }

    public static void beforeArrayStoreF(Object array, int index, float v, int site) {
        Control me = writtenAt(array, index, site);
        if (me != null) {
            Access.writeElement(me, array, index, Float.floatToRawIntBits(v), site);
        }
    }

    public static void beforePutFieldD(Object owner, double v, int site) {
        Control me = written(owner, site);
        if (me != null) {
            Access.writeField(me, owner, Double.doubleToRawLongBits(v), site);
        }
    }

    public static void beforePutStaticD(double v, int site) {
        Control me = writer(site);
        if (me != null) {
            Access.writeStatic(me, Double.doubleToRawLongBits(v), site);
        }
    }

    public static void beforeArrayStoreD(Object array, int index, double v, int site) {
        Control me = writtenAt(array, index, site);
        if (me != null) {
            Access.writeElement(me, array, index, Double.doubleToRawLongBits(v), site);
        }
    }

    public static void beforePutFieldL(Object owner, Object v, int site) {
        Control me = written(owner, site);
        if (me != null) {
            Access.writeField(me, owner, Names.of(me, v), site);
        }
    }

    public static void beforePutStaticL(Object v, int site) {
        Control me = writer(site);
        if (me != null) {
            Access.writeStatic(me, Names.of(me, v), site);
        }
    }

    public static void beforeArrayStoreL(Object array, int index, Object v, int site) {
        Control me = writtenAt(array, index, site);
        if (me != null && (v == null || array.getClass().getComponentType().isInstance(v))) {
            Access.writeElement(me, array, index, Names.of(me, v), site);
        }
    }

    public static void beforeRecordMethod(Object instance, int site) {
        Control me = seen(instance);
        if (me != null) {
            Access.readFields(me, instance, site);
        }
    }

    // Monitors.

    public static void monitorEnter(Object object, int site) {
        if (object == null) {
            throw new NullPointerException(Native.ifNull(site));
        }
        Control me = self();
        if (me != null) {
            CallMonitors.usedByProgram(me, object);
            Monitors.enter(me, Monitors.of(me, object), site);
        } else {
            LoaderCode.monitor(object, site);
        }
    }

    public static void monitorExit(Object object, int site) {
        Control me = self();
        if (me != null && !me.stopping) {
            Monitors.exit(me, Monitors.of(me, object), site);
        }
    }

    public static void syncEnter(Object lock, int site) {
        Control me = self();
        if (me != null) {
            if (lock != null) {
                CallMonitors.usedByProgram(me, lock);
            }
            Monitors.enter(me, Monitors.ofMethod(me, lock, site), site);
        } else {
            LoaderCode.monitor(lock, site);
        }
    }

    public static void syncExit(Object lock, int site) {
        Control me = self();
        if (me != null && !me.stopping) {
            Monitors.exit(me, Monitors.ofMethod(me, lock, site), site);
        }
    }

    // Static initialisers and handlers.

    @Hidden
    public static void beforeInit(Class<?> type, int site) {
        if (!ClassInit.isDone(site)) {
            Control me = self();
            if (me != null) {
                ClassInit.before(me, type, site);
            } else {
                ClassInit.unseen(type, site);
            }
        }
    }

    /** Before an instruction or a constant that the JVM links once for all. */
    public static void linksForGood(int site) {
        KeptClasses.links(site);
    }

    public static void clinitEnter(int site) {
        Initialisation.begins(site);
    }

    public static void clinitExit() {
        Initialisation.ends();
    }

    public static void caught(Throwable thrown) {
        Control me = self();
        if (me != null) {
            if (me.stopping) {
                throw Stop.STOP;
            }
            // The instruction that threw did not complete its operation.
            me.open = Control.NONE;
            if (me.opaqueCalls != null) {
                Callbacks.caught(me);
            }
            CallMonitors.settle(me);
        }
    }

    // Calls and lambdas.

    public static void beginCall(Object receiver, int site) {
        Calls.begun++;
        Control me = self();
        if (me != null) {
            Calls.begin(me, receiver, site);
        } else {
            LoaderCode.call(receiver, site);
        }
    }

    /** A call by an interface that mostly lambdas of the program implement. */
    public static void beginOpaqueCall(Object receiver, int site) {
        Calls.begun++;
        Control me = self();
        if (me != null && receiver != null && (Versions.isOpaque(receiver) || Versions.has(receiver))) {
            Calls.begin(me, receiver, site);
        }
    }

    public static void beginStaticCall(int site) {
        Calls.begun++;
        Control me = self();
        if (me != null) {
            me.changes();
            Calls.beginStatic(me, site);
        } else {
            LoaderCode.staticCall(site);
        }
    }

    /** The calling thread, if it collects the arguments of a call or what a lambda captures. */
    private static Control collecting() {
        Control me = running;
        boolean collects = me != null && (me.open == Control.CALL || me.open == Control.LAMBDA);
        return collects && me.thread == Thread.currentThread() ? me : null;
    }

    public static void argI(int v) {
        Control me = collecting();
        if (me != null) {
            me.collected.addPrimitive(v);
        }
    }

    public static void argJ(long v) {
        Control me = collecting();
        if (me != null) {
            me.collected.addPrimitive(v);
        }
    }

    public static void argF(float v) {
        Control me = collecting();
        if (me != null) {
            me.collected.addPrimitive(v);
        }
    }

    public static void argD(double v) {
        Control me = collecting();
        if (me != null) {
            me.collected.addPrimitive(v);
        }
    }

    public static void argL(Object v) {
        Control me = collecting();
        if (me != null) {
            Calls.argument(me, v);
        }
    }

    public static void endArguments() {
        Control me = running;
        if (me != null && me.open == Control.CALL && me.thread == Thread.currentThread()) {
            Calls.endArguments(me);
        }
    }

    public static void result(Object value, int site) {
        Control me = running;
        if (me != null && me.opaqueCalls != null && value != null && me.thread == Thread.currentThread()) {
            CallEvents.result(me, value, site);
        }
    }

    public static void afterCall(int site) {
        Control me = running;
        if (me == null || me.opaqueCalls == null && me.disturbance == null && me.held == null
                || me.thread != Thread.currentThread()) {
            return;
        }
        if (me.disturbance != null) {
            me.disturbance.end();
            me.disturbance = null;
        }
        if (me.opaqueCalls != null) {
            CallEvents.after(me, site);
        }
        CallMonitors.returned(me);
    }

    /** A method begins that code which is not rewritten may call. */
    public static void callbackBegins() {
        Control me = running;
        if (me != null && me.opaqueCalls != null && me.thread == Thread.currentThread()) {
            Callbacks.begins(me);
        }
    }

    public static void callbackEnds() {
        Control me = running;
        if (me != null && me.opaqueCalls != null && me.thread == Thread.currentThread()) {
            Callbacks.ends(me);
        }
    }

    public static void beginLambda(int site) {
        Control me = self();
        if (me != null) {
            Calls.beginLambda(me, site);
        }
    }

    public static void endLambda(Object made) {
        KeptClasses.made(made);
        Control me = running;
        if (me != null && me.open == Control.LAMBDA && me.thread == Thread.currentThread()) {
            Calls.endLambda(me, made);
        }
    }

    /** A method reference calls a method of an object: in the JVM's own class for it, which messages do not name. */
    public static void receiver(Object object) {
        if (object == null) {
            throw new NullPointerException();
        }
    }

    public static void constructed(Object made, int site) {
        Fences.storeStore(self(), site);
    }
}
