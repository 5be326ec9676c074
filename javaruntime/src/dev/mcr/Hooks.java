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

    /** How often a thread has given the turn away, or could have. */
    static long steps;

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

    /** Announces an operation of the calling thread and returns when it has happened; what it learned, if anything. */
    static long step(Control me, int site, int action, long a, long b) {
        VirtualTime.before(me, action);
        prepare(me, site);
        if (me.opaqueCalls != null && !me.joining && action != Native.READ
                && !(action == Native.UPDATE && NativeCalls.isVersion(a))) {
            Callbacks.acts(me, site);
        }
        long answer = resumed(me, Native.step(me.id, site, action, a, b));
        if (StoreBuffers.on) {
            Fences.after(me, action, b, answer);
        }
        switch (action) {
            case Native.CHOOSE:
                me.changes();
                me.learn(answer);
                break;
            case Native.STATE:
                me.rounds.state(a, answer);
                break;
            case Native.IS_INTERRUPTED, Native.INTERRUPTED:
                me.rounds.read(Interrupts.flag(action == Native.INTERRUPTED ? me.id : a), answer);
                if (action == Native.INTERRUPTED && answer != 0) {
                    me.changes();
                }
                break;
            case Native.READ, Native.UPDATE:
                // When it is known what was read.
                break;
            case Native.ACQUIRE:
                if ((b & ~Native.PARKS) == Native.NOW && answer == Native.TIMED_OUT) {
                    me.rounds.triedMonitor(a);
                    break;
                }
                // Another time it might not get in.
                if ((b & ~Native.PARKS) != Native.FOREVER) {
                    me.changes();
                }
                if ((b & ~Native.PARKS) == Native.FOREVER || answer == Native.NOTIFIED) {
                    me.rounds.entered(a);
                }
                break;
            case Native.RELEASE:
                me.rounds.left(a);
                break;
            case Native.ALIVE:
                me.rounds.alive(a, answer != 0);
                break;
            default:
                me.changes();
        }
        return answer;
    }

    /** Leaves a monitor and waits in one of its wait sets, where 0 is its own. */
    static void wait(Control me, int site, long monitor, long set, int patience) {
        prepare(me, site);
        resumed(me, Native.wait(me.id, site, monitor, set, patience));
        Fences.happened(me);
        me.changes();
    }

    /** Before every operation. */
    private static void prepare(Control me, int site) {
        CallMonitors.settle(me);
        JointCalls.leave(me);
        me.events++;
        Interrupts.begins(me);
        if (!me.unreported.isEmpty()) {
            Access.reportContents(me, site);
        }
        if (me.stopping) {
            throw Stop.STOP;
        }
    }

    /** A step that waits for a number that the scheduler keeps, and changes it; why it went on. */
    static long guarded(Control me, long location, int guard, long bound, int change, long by, int patience) {
        JointCalls.leave(me);
        me.events++;
        VirtualTime.tell(me);
        Interrupts.begins(me);
        int place = me.place();
        if (!me.unreported.isEmpty()) {
            Access.reportContents(me, place);
        }
        if (me.stopping) {
            throw Stop.STOP;
        }
        me.initialiserTells();
        long answer = resumed(me, Native.guarded(me.id, place, location, guard, bound, change, by, patience));
        Fences.afterGuarded(me, guard, change, by, patience, answer);
        if (patience == Native.NOW && answer == Native.TIMED_OUT) {
            me.rounds.triedGuard(location, Native.guardCode(guard, bound));
        } else {
            me.changes();
        }
        return answer;
    }

    /** Reads a number that the scheduler keeps. */
    static long number(Control me, long location) {
        me.events++;
        int place = me.place();
        if (!me.unreported.isEmpty()) {
            Access.reportContents(me, place);
        }
        if (me.stopping) {
            throw Stop.STOP;
        }
        me.initialiserTells();
        long number = Native.number(me.id, place, location);
        resumed(me, number == Native.NO_NUMBER ? Native.STOPPED : 0);
        return number;
    }

    /** To be called with the answer of every native method that may have given the turn away. */
    static long resumed(Control me, long answer) {
        running = me;
        steps++;
        if (answer == Native.STOPPED) {
            me.stopping = true;
            throw Stop.STOP;
        }
        if (StoreBuffers.on) {
            StoreBuffers.turn(me);
        }
        return answer;
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
        me.changes();
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
        me.changes();
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
            }
        }
    }

    public static void clinitEnter(int site) {
        int unseen = self() == null ? JdkHooks.reveal() : 0;
        Control me = self();
        if (me != null) {
            long key = Initialisation.key(Native.siteClass(site), Native.siteLoader(site));
            ClassInit.started(me, key, site);
            me.enterInitialiser(key, unseen);
        }
    }

    public static void clinitExit() {
        Control me = self();
        if (me != null && me.initialisers.depth > 0) {
            if (!me.unreported.isEmpty()) {
                Access.reportContents(me, 0);
            }
            long key = me.initialisers.key;
            int unseen = me.leaveInitialiser();
            ClassInit.ended(me, key);
            JdkHooks.hide(unseen);
        }
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
        Control me = self();
        if (me != null) {
            Calls.begin(me, receiver, site);
        }
    }

    public static void beginStaticCall(int site) {
        Control me = self();
        if (me != null) {
            me.changes();
            Calls.beginStatic(me, site);
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
            if (me.collected.accessor != null) {
                me.collected.addArgument(v);
            } else {
                Calls.argument(me, v);
            }
        }
    }

    public static void argJ(long v) {
        Control me = collecting();
        if (me != null) {
            if (me.collected.accessor != null) {
                me.collected.addArgument(v);
            } else {
                Calls.argument(me, v);
            }
        }
    }

    public static void argF(float v) {
        Control me = collecting();
        if (me != null) {
            if (me.collected.accessor != null) {
                me.collected.addArgument(v);
            } else {
                Calls.argument(me, Float.floatToRawIntBits(v));
            }
        }
    }

    public static void argD(double v) {
        Control me = collecting();
        if (me != null) {
            if (me.collected.accessor != null) {
                me.collected.addArgument(v);
            } else {
                Calls.argument(me, Double.doubleToRawLongBits(v));
            }
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
        CallMonitors.settle(me);
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
        Control me = running;
        if (me != null && me.open == Control.LAMBDA && me.thread == Thread.currentThread()) {
            Calls.endLambda(me, made);
        }
    }

    /**
     * A method reference calls a method of an object: in the JVM's own class for it, of which messages tell nothing.
     */
    public static void receiver(Object object) {
        if (object == null) {
            throw new NullPointerException();
        }
    }

    // Fences.

    public static void constructed(Object made, int site) {
        Fences.storeStore(self(), site);
    }
}
