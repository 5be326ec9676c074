package dev.mcr;

import java.util.Calendar;
import java.util.Locale;
import jdk.internal.vm.annotation.Hidden;

/**
 * What rewritten code of the JDK calls. The JDK works on objects of its own as well, so an access is visible only if
 * its object has been named: when it was stored where other threads can find it, it was named and its contents were
 * reported.
 */
public final class JdkHooks {
    private JdkHooks() {}

    /** The calling thread, if an access to this object is an event: not if it happens in the middle of another one. */
    private static Control seen(Object object) {
        Control me = opened(Control.NONE);
        return me != null && Names.isNamed(object) && !ChannelCalls.is(object) ? me : null;
    }

    /** Whether a write to this object is an event; in any case it changes something, which {@link Rounds} need. */
    private static boolean isWritten(Object object, int site) {
        if (Unseen.goesOn()) {
            LoaderCode.field(object, true, site);
        }
        Control me = opened(Control.NONE);
        if (me == null || Names.isNamed(object)) {
            // Channels of files have a model of their own, though what they inherit is rewritten.
            return me != null && !ChannelCalls.is(object);
        }
        me.changes(object);
        if (StoreBuffers.partial && object != null) {
            Access.writeOwnByJdk(me, object, site);
        }
        return false;
    }

    /** The same for an element of an array. */
    private static boolean isWrittenAt(Object array, int index) {
        Control me = opened(Control.NONE);
        if (me == null || Names.isNamed(array)) {
            return me != null;
        }
        me.changes(array);
        if (StoreBuffers.partial) {
            EarlyWrites.element(me, array, index);
        }
        return false;
    }

    /** A read is this code's own from here on, if it is an event at all. */
    private static void announced(Control me) {
        if (me.open == Control.READ) {
            me.open = Control.JDK_READ;
        }
    }

    /** The calling thread, if it is in this kind of operation. */
    private static Control opened(int operation) {
        Control me = Hooks.running;
        return me != null && me.open == operation && (me.channelCode & 1) == 0 && me.thread == Thread.currentThread()
                ? me : null;
    }

    public static void unseenEnter() {
        Unseen.enter();
    }

    public static void unseenExit() {
        Unseen.exit();
    }

    public static Object global(Object value) {
        return Globals.standIn(opened(Control.NONE), value);
    }

    public static void beforeGetField(Object owner, int site) {
        Control me = seen(owner);
        if (me != null) {
            Hooks.beforeGetField(owner, site);
            announced(me);
        } else if (Unseen.goesOn()) {
            LoaderCode.field(owner, false, site);
        }
    }

    public static void beforeArrayLoad(Object array, int index, int site) {
        Control me = seen(array);
        if (me != null) {
            Hooks.beforeArrayLoad(array, index, site);
            announced(me);
        }
    }

    public static void gotI(int v) {
        Control me = opened(Control.JDK_READ);
        if (me != null) {
            Access.completeRead(me, v);
        }
    }

    public static void beforePutFieldI(Object owner, int v, int site) {
        if (isWritten(owner, site)) {
            Hooks.beforePutFieldI(owner, v, site);
        }
    }

    public static void beforeArrayStoreI(Object array, int index, int v, int site) {
        if (isWrittenAt(array, index)) {
            Hooks.beforeArrayStoreI(array, index, v, site);
        }
    }

    public static void gotJ(long v) {
        Control me = opened(Control.JDK_READ);
        if (me != null) {
            Access.completeRead(me, v);
        }
    }

    public static void beforePutFieldJ(Object owner, long v, int site) {
        if (isWritten(owner, site)) {
            Hooks.beforePutFieldJ(owner, v, site);
        }
    }

    public static void beforeArrayStoreJ(Object array, int index, long v, int site) {
        if (isWrittenAt(array, index)) {
            Hooks.beforeArrayStoreJ(array, index, v, site);
        }
    }

    public static void gotF(float v) {
        Control me = opened(Control.JDK_READ);
        if (me != null) {
            Access.completeRead(me, Float.floatToRawIntBits(v));
        }
    }

    public static void beforePutFieldF(Object owner, float v, int site) {
        if (isWritten(owner, site)) {
            Hooks.beforePutFieldF(owner, v, site);
        }
    }

    public static void beforeArrayStoreF(Object array, int index, float v, int site) {
        if (isWrittenAt(array, index)) {
            Hooks.beforeArrayStoreF(array, index, v, site);
        }
    }

    public static void gotD(double v) {
        Control me = opened(Control.JDK_READ);
        if (me != null) {
            Access.completeRead(me, Double.doubleToRawLongBits(v));
        }
    }

    public static void beforePutFieldD(Object owner, double v, int site) {
        if (isWritten(owner, site)) {
            Hooks.beforePutFieldD(owner, v, site);
        }
    }

    public static void beforeArrayStoreD(Object array, int index, double v, int site) {
        if (isWrittenAt(array, index)) {
            Hooks.beforeArrayStoreD(array, index, v, site);
        }
    }

    public static void gotL(Object v) {
        Control me = opened(Control.JDK_READ);
        if (me != null) {
            Access.completeRead(me, Names.of(me, v));
        }
    }

    public static void beforePutFieldL(Object owner, Object v, int site) {
        if (!Access.keeps(opened(Control.NONE), owner, v, site) && isWritten(owner, site)) {
            Hooks.beforePutFieldL(owner, v, site);
        }
    }

    public static void beforeArrayStoreL(Object array, int index, Object v, int site) {
        if (isWrittenAt(array, index)) {
            Hooks.beforeArrayStoreL(array, index, v, site);
        }
    }

    public static void monitorEnter(Object object, int site) {
        Control me = seen(object);
        if (me != null) {
            CallMonitors.usedByJdk(me, object);
            Monitors.enter(me, Monitors.of(me, object), me.place());
        }
    }

    public static void monitorExit(Object object, int site) {
        if (seen(object) != null) {
            Monitors.exitIfOwned(Hooks.running, object, site);
        }
    }

    public static void syncEnter(Object lock, int site) {
        Control me = seen(lock);
        if (me != null) {
            if (me.entered == lock) {
                me.entered = null;
            } else {
                Monitors.enter(me, Monitors.of(me, lock), me.place());
            }
        }
    }

    public static void syncExit(Object lock, int site) {
        monitorExit(lock, site);
    }

    public static void objectWait(Object object, int site) throws InterruptedException {
        objectWait(object, 0L, site);
    }

    public static void objectWait(Object object, long millis, int site) throws InterruptedException {
        Control me = Hooks.self();
        if (me != null && PipeHooks.is(object)) {
            PipeHooks.await(me, object, millis);
        } else {
            Monitors.awaitByJdk(me, object, millis, site);
        }
    }

    public static Thread pipeThread(int site) {
        return PipeHooks.currentThread(site);
    }

    public static void objectNotify(Object object, int site) {
        Monitors.notifyByJdk(Hooks.self(), object, false, site);
    }

    public static void objectNotifyAll(Object object, int site) {
        Monitors.notifyByJdk(Hooks.self(), object, true, site);
    }

    public static void beginCall(Object receiver, int site) {
        boolean tells = Hooks.running != null && receiver != null
                && (ClassInfo.of(receiver.getClass()).accessor || seen(receiver) != null);
        if (!tells && receiver != null && opened(Control.NONE) != null && Versions.isOpaque(receiver)) {
            isTold(Hooks.running);
        }
        begin(tells ? receiver : null, site);
    }

    /** Code that is not rewritten is about to change something that only this thread can reach. */
    private static void isTold(Control me) {
        if (me != null && !me.isSilent()) {
            me.scopes.pin(me);
        }
    }

    /** A call by an interface that mostly rewritten classes implement. */
    public static void beginOpaqueCall(Object receiver, int site) {
        Calls.begun++;
        if (opened(Control.NONE) != null && receiver != null && Versions.isSharedOpaque(receiver)) {
            begin(receiver, site);
        }
    }

    public static void beginStaticCall(int site) {
        isTold(opened(Control.NONE));
        begin(null, site);
    }

    private static void begin(Object receiver, int site) {
        Calls.begun++;
        Control me = opened(Control.NONE);
        if (me != null) {
            ClassInfo info = receiver == null ? null : ClassInfo.of(receiver.getClass());
            if (info != null && info.kind == ClassInfo.OPAQUE && (receiver instanceof java.util.Random
                    || CallEvents.isInside(me, receiver))) {
                // Draws of random numbers have hooks where they are made.
                return;
            }
            int callSite = me.callSite;
            if (receiver == null) {
                Calls.beginStatic(me, site);
            } else if (info.opaque != null && info.opaque.isAsked(info, site)) {
                Calls.beginLook(me, receiver, site);
            } else {
                Calls.begin(me, receiver, site);
            }
            // What the application has called stays the place of what JDK code does for it.
            me.callSite = callSite;
            if (me.open == Control.CALL) {
                me.open = Control.JDK_CALL;
            }
        }
    }

    public static void argI(int v) {
        Control me = opened(Control.JDK_CALL);
        if (me != null) {
            me.collected.addPrimitive(v);
        }
    }

    public static void argJ(long v) {
        Control me = opened(Control.JDK_CALL);
        if (me != null) {
            me.collected.addPrimitive(v);
        }
    }

    public static void argF(float v) {
        Control me = opened(Control.JDK_CALL);
        if (me != null) {
            me.collected.addPrimitive(v);
        }
    }

    public static void argD(double v) {
        Control me = opened(Control.JDK_CALL);
        if (me != null) {
            me.collected.addPrimitive(v);
        }
    }

    public static void argL(Object v) {
        Control me = opened(Control.JDK_CALL);
        if (me != null) {
            Calls.argument(me, v);
        }
    }

    public static void endArguments() {
        Control me = opened(Control.JDK_CALL);
        if (me != null) {
            Calls.endArguments(me);
        }
    }

    public static void result(Object value, int site) {
        Hooks.result(value, site);
    }

    public static void afterCall(int site) {
        Hooks.afterCall(site);
    }

    /** {@code setAccessible} of a reflective object has found that it may. */
    public static void accessSet(Object object, boolean accessible) {
        AccessFlags.set(Hooks.self(), object, accessible);
    }

    public static void accessAsked(Object object) {
        AccessFlags.look(Hooks.self(), object);
    }

    @Hidden
    public static int hashCode(Object object, int site) {
        return ValueMethods.hash(object, site, true);
    }

    /** The same for a key of a {@code WeakHashMap}. */
    @Hidden
    public static int weakKeyHash(Object object, int site) {
        // What the runtime knows of a class is found by one of these.
        boolean ofClassValue = object != null && object.getClass().getName().startsWith("java.lang.ClassValue$");
        return ofClassValue ? object.hashCode() : hashCode(object, site);
    }

    @Hidden
    public static String stringOf(Object value, int site) {
        return value == null ? "null" : objectText(value, site);
    }

    @Hidden
    public static String objectText(Object object, int site) {
        return ValueMethods.text(object, site, true);
    }

    @Hidden
    public static boolean objectEquals(Object object, Object other, int site) {
        return ValueMethods.equal(object, other, site, true);
    }

    @Hidden
    public static int compareTo(Object object, Object other, int site) {
        return ValueMethods.order(object, other, site, true);
    }

    @Hidden
    public static int compare(Object comparator, Object one, Object other, int site) {
        return ValueMethods.order(comparator, one, other, site, true);
    }

    @Hidden
    public static boolean contentEquals(Object string, CharSequence other, int site) {
        return ValueMethods.contentEquals((String) string, other, site, true);
    }

    @Hidden
    public static boolean contentEquals(Object string, StringBuffer other, int site) {
        return ValueMethods.contentEquals((String) string, other, site, true);
    }

    public static int identityHashCode(Object object, int site) {
        if (Hooks.running == null) {
            return object instanceof Class<?> ? IdentityHash.unseen(object) : System.identityHashCode(object);
        }
        return IdentityHash.identity(Hooks.self(), object, true);
    }

    public static void arraycopy(Object from, int fromIndex, Object to, int toIndex, int length, int site) {
        if (seen(from) != null || seen(to) != null) {
            CallHooks.arraycopy(from, fromIndex, to, toIndex, length, site);
        } else {
            Control me = opened(Control.NONE);
            EarlyWrites.elements(me, to, toIndex, length);
            if (me != null && !me.isSilent()) {
                me.scopes.wrote(me, to);
            }
            System.arraycopy(from, fromIndex, to, toIndex, length);
        }
    }

    public static Object[] copyOf(Object[] from, int length, Class<? extends Object[]> type, int site) {
        return EarlyWrites.made(opened(Control.NONE), Arraycopy.copyOf(seen(from), from, length, type, site));
    }

    public static Object[] copyOfRange(Object[] from, int begin, int end, Class<? extends Object[]> type, int site) {
        Object[] copy = Arraycopy.copyOfRange(seen(from), from, begin, end, type, site);
        return EarlyWrites.made(opened(Control.NONE), copy);
    }

    public static Object arrayClone(Object array, int site) {
        return EarlyWrites.made(opened(Control.NONE), Arraycopy.cloned(seen(array), array, site));
    }

    /** In place of {@code StackTraceElement.of}, whose parameters have changed with the releases of the JDK. */
    public static StackTraceElement[] stackElements(Throwable thrown, int depth, int site) {
        return StackTraces.of(thrown, depth);
    }

    public static StackTraceElement[] stackElements(Object backtrace, int depth, int site) {
        return StackTraces.of(backtrace, depth);
    }

    public static void fullFence(int site) {
        ClassInfo.UNSAFE.fullFence();
        Fences.full(opened(Control.NONE), site);
    }

    public static void fullFence(Object unsafe, int site) {
        fullFence(site);
    }

    public static void storeStoreFence(int site) {
        ClassInfo.UNSAFE.storeStoreFence();
        Fences.storeStore(opened(Control.NONE), site);
    }

    public static void storeStoreFence(Object unsafe, int site) {
        storeStoreFence(site);
    }

    public static void constructed(Object made, int site) {
        EarlyWrites.freeze(opened(Control.NONE), made);
    }

    public static void sleep(long millis, int site) throws InterruptedException {
        VirtualTime.sleep(Hooks.self(), millis, 0);
    }

    public static void sleep(long millis, int nanos, int site) throws InterruptedException {
        VirtualTime.sleep(Hooks.self(), millis, nanos);
    }

    public static void pause(int site) {
        CallHooks.pause(site);
    }

    public static void join(Object thread, long millis, int site) throws InterruptedException {
        ((Thread) thread).join(millis);
    }

    public static void join(Object thread, long millis, int nanos, int site) throws InterruptedException {
        ((Thread) thread).join(millis, nanos);
    }

    public static boolean isAlive(Object thread, int site) {
        Control me = Hooks.self();
        return Threads.isAlive(me, (Thread) thread, me == null ? 0 : me.place());
    }

    public static void park(Object unsafe, boolean absolute, long time, int site) {
        boolean done = absolute ? ThreadHooks.parkUntil(time)
                : time > 0 ? ThreadHooks.parkNanos(time) : ThreadHooks.park();
        if (!done) {
            ClassInfo.UNSAFE.park(absolute, time);
        }
    }

    public static void unpark(Object unsafe, Object thread, int site) {
        if (!ThreadHooks.unpark((Thread) thread)) {
            ClassInfo.UNSAFE.unpark(thread);
        }
    }

    public static boolean holdsLock(Object object, int site) {
        return CallHooks.holdsLock(object, site);
    }

    public static int availableProcessors(Object runtime, int site) {
        return CallHooks.availableProcessors(runtime, site);
    }

    public static int threadNumber(int site) {
        return ThreadHooks.threadNumber(site);
    }

    public static void objectWait(Object object, long millis, int nanos, int site) throws InterruptedException {
        CallHooks.objectWait(object, millis, nanos, site);
    }

    public static long nanoTime(int site) {
        return VirtualTime.ownNanos(Hooks.self());
    }

    public static long nanoTimeAdjustment(long offsetSeconds, int site) {
        return VirtualTime.nanosSince(Hooks.self(), offsetSeconds);
    }

    public static long currentTimeMillis(int site) {
        return VirtualTime.millis(Hooks.self());
    }

    public static long startMillis(int site) {
        return VirtualTime.startMillis(Hooks.self());
    }

    public static Calendar calendarOfFormat(Locale locale, int site) {
        Control me = Hooks.self();
        VirtualTime.stop(me);
        try {
            return Calendar.getInstance(locale);
        } finally {
            VirtualTime.goOn(me);
        }
    }
}
