package dev.mcr;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import jdk.internal.vm.annotation.Hidden;

/**
 * What rewritten code of the application calls: see the table in the rewriter's policy. Each hook finds out whether the
 * calling thread is under control and hands over to {@link Access}, {@link Monitors}, {@link Calls} or {@link Threads}.
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
     * The calling thread, if an access to this object is an event: before an object has a name, no other thread can reach it.
     * (It gets one when it is stored where others can; what it contains then is reported.)
     */
    private static Control seen(Object object) {
        Control me = running;
        return me != null && me.thread == Thread.currentThread() && Names.isShared(me, object) ? me : null;
    }

    /** The same for a write to a field, which changes something, whether it is an event or not. */
    private static Control written(Object object, int site) {
        Control me = self();
        if (me == null || Names.isShared(me, object)) {
            return me;
        }
        me.changes();
        if (StoreBuffers.on && object != null) {
            Access.writeOwn(me, object, site);
        }
        return null;
    }

    /** The same for an element of an array. */
    private static Control writtenAt(Object array, int index) {
        Control me = self();
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
        }
    }

    public static void beforeGetStatic(int site) {
        Control me = self();
        if (me != null) {
            Access.readStatic(me, site);
        }
    }

    public static void beforeArrayLoad(Object array, int index, int site) {
        Control me = seen(array);
        if (me != null) {
            Access.readElement(me, array, index, site);
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
        Control me = self();
        if (me != null) {
            Access.writeStatic(me, v, site);
        }
    }

    public static void beforeArrayStoreI(Object array, int index, int v, int site) {
        Control me = writtenAt(array, index);
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
        Control me = self();
        if (me != null) {
            Access.writeStatic(me, v, site);
        }
    }

    public static void beforeArrayStoreJ(Object array, int index, long v, int site) {
        Control me = writtenAt(array, index);
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
        Control me = self();
        if (me != null) {
            Access.writeStatic(me, Float.floatToRawIntBits(v), site);
        }
    }

    public static void beforeArrayStoreF(Object array, int index, float v, int site) {
        Control me = writtenAt(array, index);
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
        Control me = self();
        if (me != null) {
            Access.writeStatic(me, Double.doubleToRawLongBits(v), site);
        }
    }

    public static void beforeArrayStoreD(Object array, int index, double v, int site) {
        Control me = writtenAt(array, index);
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
        Control me = self();
        if (me != null) {
            Access.writeStatic(me, Names.of(me, v), site);
        }
    }

    public static void beforeArrayStoreL(Object array, int index, Object v, int site) {
        Control me = writtenAt(array, index);
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

    public static void objectWait(Object object, int site) throws InterruptedException {
        Control me = Monitors.refused(self(), object, 0);
        if (me != null) {
            try {
                object.wait();
            } finally {
                resume(me);
            }
        }
        Monitors.await(self(), object, 0, site);
    }

    public static void objectWait(Object object, long millis, int site) throws InterruptedException {
        Control me = Monitors.refused(self(), object, millis);
        if (me != null) {
            try {
                object.wait(millis);
            } finally {
                resume(me);
            }
        }
        Monitors.await(self(), object, millis, site);
    }

    public static void objectWait(Object object, long millis, int nanos, int site) throws InterruptedException {
        if (nanos < 0 || nanos > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        Monitors.await(self(), object, nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis, site);
    }

    public static void objectNotify(Object object, int site) {
        Control me = Monitors.refused(self(), object, 0);
        if (me != null) {
            try {
                object.notify();
            } finally {
                resume(me);
            }
        }
        Monitors.notify(self(), object, false, site);
    }

    public static void objectNotifyAll(Object object, int site) {
        Control me = Monitors.refused(self(), object, 0);
        if (me != null) {
            try {
                object.notifyAll();
            } finally {
                resume(me);
            }
        }
        Monitors.notify(self(), object, true, site);
    }

    public static boolean holdsLock(Object object, int site) {
        Control me = self();
        if (me != null) {
            me.initialiserTells();
        }
        return me == null ? Thread.holdsLock(object) : Native.owns(me.id, Monitors.of(me, object));
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

    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    @Hidden
    public static Class<?> forName(String name, int site) throws ClassNotFoundException {
        return forName(name, true, caller().getClassLoader(), site);
    }

    /** Who has called the hook that calls this, and is hidden itself. */
    private static Class<?> caller() {
        Control me = suspend();
        try {
            return STACK.getCallerClass();
        } finally {
            resume(me);
        }
    }

    @Hidden
    public static Class<?> forName(String name, boolean initialise, ClassLoader loader, int site) throws ClassNotFoundException {
        Control me = self();
        if (me != null && initialise) {
            me.callSite = site;
            ClassInit.before(me, Class.forName(name, false, loader));
        }
        return Class.forName(name, initialise, loader);
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

    public static void argI(int v) {
        Control me = running;
        if (me != null && (me.open == Control.CALL || me.open == Control.LAMBDA) && me.thread == Thread.currentThread()) {
            if (me.collected.accessor != null) {
                me.collected.addArgument(v);
            } else {
                Calls.argument(me, v);
            }
        }
    }

    public static void argJ(long v) {
        Control me = running;
        if (me != null && (me.open == Control.CALL || me.open == Control.LAMBDA) && me.thread == Thread.currentThread()) {
            if (me.collected.accessor != null) {
                me.collected.addArgument(v);
            } else {
                Calls.argument(me, v);
            }
        }
    }

    public static void argF(float v) {
        Control me = running;
        if (me != null && (me.open == Control.CALL || me.open == Control.LAMBDA) && me.thread == Thread.currentThread()) {
            if (me.collected.accessor != null) {
                me.collected.addArgument(v);
            } else {
                Calls.argument(me, Float.floatToRawIntBits(v));
            }
        }
    }

    public static void argD(double v) {
        Control me = running;
        if (me != null && (me.open == Control.CALL || me.open == Control.LAMBDA) && me.thread == Thread.currentThread()) {
            if (me.collected.accessor != null) {
                me.collected.addArgument(v);
            } else {
                Calls.argument(me, Double.doubleToRawLongBits(v));
            }
        }
    }

    public static void argL(Object v) {
        Control me = running;
        if (me != null && (me.open == Control.CALL || me.open == Control.LAMBDA) && me.thread == Thread.currentThread()) {
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
            Calls.result(me, value, site);
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
            Calls.after(me, site);
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

    // Fences.

    public static void fullFence(int site) {
        ClassInfo.UNSAFE.fullFence();
        Fences.full(self(), site);
    }

    public static void fullFence(Object unsafe, int site) {
        fullFence(site);
    }

    public static void storeStoreFence(int site) {
        ClassInfo.UNSAFE.storeStoreFence();
        Fences.storeStore(self(), site);
    }

    public static void storeStoreFence(Object unsafe, int site) {
        storeStoreFence(site);
    }

    public static void constructed(Object made, int site) {
        Fences.storeStore(self(), site);
    }

    // Strings.

    @Hidden
    public static String concat(Object[] values, String recipe) {
        return concat(values, recipe, 0);
    }

    /** The values are converted in order, each by its own {@code toString}. */
    @Hidden
    public static String concat(Object[] values, String recipe, int site) {
        String[] texts = new String[values.length];
        for (int i = 0; i < values.length; i++) {
            texts[i] = stringOf(values[i], site);
        }
        return Concat.join(texts, recipe);
    }

    /** {@code String.valueOf(value)}. */
    @Hidden
    public static String stringOf(Object value, int site) {
        Control me = value == null || site == 0 ? null : self();
        if (me == null || ClassInfo.of(value.getClass()).kind != ClassInfo.OPAQUE) {
            return String.valueOf(value);
        }
        CallMonitors.enterText(me, value, site);
        Calls.begin(me, value, site);
        me.collected.target = null;
        Calls.endArguments(me);
        String text = value.toString();
        Calls.after(me, site);
        CallMonitors.settle(me);
        return text;
    }

    // Method handles that access fields and elements.

    public static MethodHandle findGetter(Object lookup, Class<?> type, String name, Class<?> fieldType, int site)
            throws NoSuchFieldException, IllegalAccessException {
        return AccessHandles.ofField(((MethodHandles.Lookup) lookup).findGetter(type, name, fieldType), type, name, fieldType);
    }

    public static MethodHandle findSetter(Object lookup, Class<?> type, String name, Class<?> fieldType, int site)
            throws NoSuchFieldException, IllegalAccessException {
        return AccessHandles.ofField(((MethodHandles.Lookup) lookup).findSetter(type, name, fieldType), type, name, fieldType);
    }

    public static MethodHandle findStaticGetter(Object lookup, Class<?> type, String name, Class<?> fieldType, int site)
            throws NoSuchFieldException, IllegalAccessException {
        return AccessHandles.ofField(((MethodHandles.Lookup) lookup).findStaticGetter(type, name, fieldType), type, name, fieldType);
    }

    public static MethodHandle findStaticSetter(Object lookup, Class<?> type, String name, Class<?> fieldType, int site)
            throws NoSuchFieldException, IllegalAccessException {
        return AccessHandles.ofField(((MethodHandles.Lookup) lookup).findStaticSetter(type, name, fieldType), type, name, fieldType);
    }

    public static MethodHandle unreflectGetter(Object lookup, Field field, int site) throws IllegalAccessException {
        AccessFlags.look(self(), field);
        return AccessHandles.ofField(((MethodHandles.Lookup) lookup).unreflectGetter(field), field);
    }

    public static MethodHandle unreflectSetter(Object lookup, Field field, int site) throws IllegalAccessException {
        AccessFlags.look(self(), field);
        return AccessHandles.ofField(((MethodHandles.Lookup) lookup).unreflectSetter(field), field);
    }

    public static MethodHandle findVirtual(Object lookup, Class<?> type, String name, MethodType signature, int site)
            throws NoSuchMethodException, IllegalAccessException {
        MethodHandle made = ((MethodHandles.Lookup) lookup).findVirtual(type, name, signature);
        return Substitutes.handle(made, type, name, signature, false);
    }

    public static MethodHandle findStatic(Object lookup, Class<?> type, String name, MethodType signature, int site)
            throws NoSuchMethodException, IllegalAccessException {
        MethodHandle made = ((MethodHandles.Lookup) lookup).findStatic(type, name, signature);
        return Substitutes.handle(made, type, name, signature, true);
    }

    public static MethodHandle unreflect(Object lookup, Method method, int site) throws IllegalAccessException {
        AccessFlags.look(self(), method);
        return Substitutes.handle(((MethodHandles.Lookup) lookup).unreflect(method), method);
    }

    public static MethodHandle bind(Object lookup, Object receiver, String name, MethodType signature, int site)
            throws NoSuchMethodException, IllegalAccessException {
        MethodHandle bound = ((MethodHandles.Lookup) lookup).bind(receiver, name, signature);
        Calls.bound(self(), receiver, bound);
        return Substitutes.bound(bound, receiver, name, signature);
    }

    public static MethodHandle arrayElementGetter(Class<?> type, int site) {
        return AccessHandles.ofElements(MethodHandles.arrayElementGetter(type));
    }

    public static MethodHandle arrayElementSetter(Class<?> type, int site) {
        return AccessHandles.ofElements(MethodHandles.arrayElementSetter(type));
    }

    public static MethodHandle toMethodHandle(Object handle, VarHandle.AccessMode mode, int site) {
        return AccessHandles.ofHandle(((VarHandle) handle).toMethodHandle(mode), (VarHandle) handle, mode);
    }

    public static MethodHandle varHandleInvoker(VarHandle.AccessMode mode, MethodType type, int site) {
        return AccessHandles.ofInvoker(MethodHandles.varHandleInvoker(mode, type), mode);
    }

    public static MethodHandle varHandleExactInvoker(VarHandle.AccessMode mode, MethodType type, int site) {
        return AccessHandles.ofInvoker(MethodHandles.varHandleExactInvoker(mode, type), mode);
    }

    // Replaced calls.

    /** A method reference calls a method of an object: in the JVM's own class for it, of which its messages tell nothing. */
    public static void receiver(Object object) {
        if (object == null) {
            throw new NullPointerException();
        }
    }

    @Hidden
    public static int hashCode(Object object, int site) {
        if (object == null) {
            throw new NullPointerException(Native.ifNull(site));
        }
        return IdentityHash.hashCode(self(), object);
    }

    public static int identityHashCode(Object object, int site) {
        return IdentityHash.identity(self(), object);
    }

    public static void arraycopy(Object from, int fromIndex, Object to, int toIndex, int length, int site) {
        LoopHooks.changes();
        Arraycopy.copy(self(), from, fromIndex, to, toIndex, length, site);
    }

    public static Object[] copyOf(Object[] from, int length, Class<? extends Object[]> type, int site) {
        return EarlyWrites.made(self(), Arraycopy.copyOf(self(), from, length, type, site));
    }

    public static Object[] copyOfRange(Object[] from, int begin, int end, Class<? extends Object[]> type, int site) {
        return EarlyWrites.made(self(), Arraycopy.copyOfRange(self(), from, begin, end, type, site));
    }

    public static Object arrayClone(Object array, int site) {
        if (array == null) {
            throw new NullPointerException(Native.ifNull(site));
        }
        return EarlyWrites.made(self(), Arraycopy.cloned(self(), array, site));
    }

    public static void setLocale(java.util.Locale locale, int site) {
        if (!JdkStatics.setLocale(self(), locale, site)) {
            java.util.Locale.setDefault(locale);
        }
    }

    public static void setLocale(java.util.Locale.Category category, java.util.Locale locale, int site) {
        if (!JdkStatics.setLocale(self(), category, locale, site)) {
            java.util.Locale.setDefault(category, locale);
        }
    }

    public static String setProperty(String property, String value, int site) {
        Control me = self();
        if (me != null && property != null && !property.isEmpty() && value != null) {
            SystemProperties.write(me, property, value, false, site);
        }
        return System.setProperty(property, value);
    }

    public static String clearProperty(String property, int site) {
        Control me = self();
        if (me != null && property != null && !property.isEmpty()) {
            SystemProperties.write(me, property, null, false, site);
        }
        return System.clearProperty(property);
    }

    public static long nanoTime(int site) {
        LoopHooks.changes();
        return VirtualTime.nanos(self());
    }

    public static long currentTimeMillis(int site) {
        LoopHooks.changes();
        return VirtualTime.millis(self());
    }

    public static void sleep(long millis, int site) throws InterruptedException {
        sleep(millis, 0, site);
    }

    public static void sleep(long millis, int nanos, int site) throws InterruptedException {
        Control me = self();
        if (me != null) {
            me.callSite = site;
        }
        VirtualTime.sleep(me, millis, nanos);
    }

    public static void sleep(java.time.Duration time, int site) throws InterruptedException {
        // Negative times and those that are too long for a number of nanoseconds have their limits there.
        long nanos = java.util.concurrent.TimeUnit.NANOSECONDS.convert(time);
        if (nanos >= 0) {
            sleep(nanos / VirtualTime.NANOS_PER_MILLI, (int) (nanos % VirtualTime.NANOS_PER_MILLI), site);
        }
    }

    public static long fileLength(Object file, int site) throws java.io.IOException {
        FileHooks.randomRead(file);
        return ((java.io.RandomAccessFile) file).length();
    }

    public static void setFileLength(Object file, long length, int site) throws java.io.IOException {
        LoopHooks.changes();
        FileHooks.randomWrite(file);
        ((java.io.RandomAccessFile) file).setLength(length);
    }

    public static int availableProcessors(Object runtime, int site) {
        return self() == null ? ((Runtime) runtime).availableProcessors() : Threads.PROCESSORS;
    }

    public static long allocateMemory(Object unsafe, long bytes, int site) {
        return OffHeap.allocate(self(), bytes);
    }

    public static long reallocateMemory(Object unsafe, long address, long bytes, int site) {
        return OffHeap.reallocate(self(), address, bytes);
    }

    public static void releaseMemory(Object unsafe, long address, int site) {
        OffHeap.free(self(), address);
    }

    // How much memory there is, and how much of it is free, is the same in every execution.

    public static long freeMemory(Object runtime, int site) {
        return self() == null ? ((Runtime) runtime).freeMemory() : MEMORY / 2;
    }

    public static long totalMemory(Object runtime, int site) {
        return self() == null ? ((Runtime) runtime).totalMemory() : MEMORY;
    }

    public static long maxMemory(Object runtime, int site) {
        return self() == null ? ((Runtime) runtime).maxMemory() : MEMORY;
    }

    /** What the program is told that there is. */
    private static final long MEMORY = 1L << 28;

    public static void pause(int site) {
        if (self() == null) {
            Thread.yield();
        }
    }

    public static void join(Object thread, long millis, int site) throws InterruptedException {
        Threads.join(self(), (Thread) thread, millis, site);
    }

    public static void join(Object thread, long millis, int nanos, int site) throws InterruptedException {
        Threads.join(self(), (Thread) thread, nanos > 0 ? millis + 1 : millis, site);
    }

    /** {@code Thread.currentThread()}: a static initialiser that asks is told something else in each thread. */
    public static Thread currentThread(int site) {
        Control me = self();
        if (me != null) {
            me.initialiserTells();
        }
        return Thread.currentThread();
    }

    @Hidden
    public static boolean isAlive(Object thread, int site) {
        if (thread == null) {
            throw new NullPointerException(Native.ifNull(site));
        }
        return thread instanceof Thread ? Threads.isAlive(self(), (Thread) thread, site) : Threads.callIsAlive(thread);
    }
}
