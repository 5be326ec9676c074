package dev.mcr;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import jdk.internal.vm.annotation.Hidden;

/**
 * What rewritten code of the application calls in the place of methods that have a meaning of their own (the agent's
 * policy says which): each takes the receiver, the arguments and the place, and does what the method does.
 * {@link Substitutes} leads calls by reflection and through method handles here, too.
 */
public final class CallHooks {
    private CallHooks() {}

    // Monitors.

    public static void objectWait(Object object, int site) throws InterruptedException {
        Control me = Monitors.refused(Hooks.self(), object, 0);
        if (me != null) {
            try {
                object.wait();
            } finally {
                Hooks.resume(me);
            }
        }
        Monitors.await(Hooks.self(), object, 0, site);
    }

    public static void objectWait(Object object, long millis, int site) throws InterruptedException {
        Control me = Monitors.refused(Hooks.self(), object, millis);
        if (me != null) {
            try {
                object.wait(millis);
            } finally {
                Hooks.resume(me);
            }
        }
        Monitors.await(Hooks.self(), object, millis, site);
    }

    public static void objectWait(Object object, long millis, int nanos, int site) throws InterruptedException {
        boolean inRange = nanos >= 0 && nanos < VirtualTime.NANOS_PER_MILLI;
        Control me = Monitors.refused(Hooks.self(), object, inRange ? millis : -1);
        if (me != null) {
            try {
                object.wait(millis, nanos);
            } finally {
                Hooks.resume(me);
            }
        }
        if (!inRange && object != null) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        Monitors.await(Hooks.self(), object, nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis, site);
    }

    public static void objectNotify(Object object, int site) {
        Control me = Monitors.refused(Hooks.self(), object, 0);
        if (me != null) {
            try {
                object.notify();
            } finally {
                Hooks.resume(me);
            }
        }
        PipeHooks.isUsed(Hooks.self(), object, false);
        Monitors.notify(Hooks.self(), object, false, site);
    }

    public static void objectNotifyAll(Object object, int site) {
        Control me = Monitors.refused(Hooks.self(), object, 0);
        if (me != null) {
            try {
                object.notifyAll();
            } finally {
                Hooks.resume(me);
            }
        }
        PipeHooks.isUsed(Hooks.self(), object, false);
        Monitors.notify(Hooks.self(), object, true, site);
    }

    public static boolean holdsLock(Object object, int site) {
        Control me = Hooks.self();
        if (me == null || object == null) {
            // The JVM refuses null, with its own frame on the stack.
            return Thread.holdsLock(object);
        }
        me.initialiserTells();
        return Native.owns(me.id, Monitors.of(me, object));
    }

    // Threads and time.

    /** {@code Thread.currentThread()}: a static initialiser that asks is told something else in each thread. */
    public static Thread currentThread(int site) {
        Control me = Hooks.self();
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
        return thread instanceof Thread
                ? Threads.isAlive(Hooks.self(), (Thread) thread, site)
                : Threads.callIsAlive(thread);
    }

    public static void join(Object thread, long millis, int site) throws InterruptedException {
        Threads.join(Hooks.self(), (Thread) thread, millis, site);
    }

    public static void join(Object thread, long millis, int nanos, int site) throws InterruptedException {
        Threads.join(Hooks.self(), (Thread) thread, nanos > 0 ? millis + 1 : millis, site);
    }

    public static void sleep(long millis, int site) throws InterruptedException {
        sleep(millis, 0, site);
    }

    public static void sleep(long millis, int nanos, int site) throws InterruptedException {
        Control me = Hooks.self();
        if (me != null) {
            me.callSite = site;
        }
        VirtualTime.sleep(me, millis, nanos);
    }

    public static void sleep(Duration time, int site) throws InterruptedException {
        // Negative times and those that are too long for a number of nanoseconds have their limits there.
        long nanos = TimeUnit.NANOSECONDS.convert(time);
        if (nanos >= 0) {
            sleep(nanos / VirtualTime.NANOS_PER_MILLI, (int) (nanos % VirtualTime.NANOS_PER_MILLI), site);
        }
    }

    public static void pause(int site) {
        if (Hooks.self() == null) {
            Thread.yield();
        }
    }

    public static long nanoTime(int site) {
        LoopHooks.acts();
        return VirtualTime.nanos(Hooks.self());
    }

    public static long currentTimeMillis(int site) {
        LoopHooks.acts();
        return VirtualTime.millis(Hooks.self());
    }

    // Classes.

    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    @Hidden
    public static Class<?> forName(String name, int site) throws ClassNotFoundException {
        return forName(name, true, caller().getClassLoader(), site);
    }

    @Hidden
    public static Class<?> forName(String name, boolean initialise, ClassLoader loader, int site)
            throws ClassNotFoundException {
        Control me = Hooks.self();
        if (me != null) {
            me.callSite = site;
            LoaderTables.loads(loader);
        }
        if (me != null && initialise) {
            ClassInit.before(me, Class.forName(name, false, loader));
        }
        return Class.forName(name, initialise, loader);
    }

    /** Who has called the hook that calls this, and is hidden itself. */
    private static Class<?> caller() {
        Control me = Hooks.suspend();
        try {
            return STACK.getCallerClass();
        } finally {
            Hooks.resume(me);
        }
    }

    // Objects and arrays.

    public static int identityHashCode(Object object, int site) {
        return IdentityHash.identity(Hooks.self(), object, false);
    }

    public static void arraycopy(Object from, int fromIndex, Object to, int toIndex, int length, int site) {
        LoopHooks.changes(to);
        Arraycopy.copy(Hooks.self(), from, fromIndex, to, toIndex, length, site);
    }

    public static Object[] copyOf(Object[] from, int length, Class<? extends Object[]> type, int site) {
        return EarlyWrites.made(Hooks.self(), Arraycopy.copyOf(Hooks.self(), from, length, type, site));
    }

    public static Object[] copyOfRange(Object[] from, int begin, int end, Class<? extends Object[]> type, int site) {
        return EarlyWrites.made(Hooks.self(), Arraycopy.copyOfRange(Hooks.self(), from, begin, end, type, site));
    }

    public static Object arrayClone(Object array, int site) {
        if (array == null) {
            throw new NullPointerException(Native.ifNull(site));
        }
        return EarlyWrites.made(Hooks.self(), Arraycopy.cloned(Hooks.self(), array, site));
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

    @Hidden
    public static String recordText(Object[] values, String names, Class<?> type) {
        return recordText(values, names, type, 0);
    }

    /** {@code toString} of a record. */
    @Hidden
    public static String recordText(Object[] values, String names, Class<?> type, int site) {
        Control me = Hooks.suspend();
        String recipe;
        try {
            recipe = Concat.recordRecipe(type.getSimpleName(), names);
        } finally {
            Hooks.resume(me);
        }
        return concat(values, recipe, site);
    }

    @Hidden
    public static boolean contentEquals(Object string, CharSequence other, int site) {
        return ValueMethods.contentEquals((String) string, other, site, false);
    }

    @Hidden
    public static boolean contentEquals(Object string, StringBuffer other, int site) {
        return ValueMethods.contentEquals((String) string, other, site, false);
    }

    @Hidden
    private static String receiver(Object string, int site) {
        if (string == null) {
            throw new NullPointerException(Native.ifNull(site));
        }
        return (String) string;
    }

    @Hidden
    public static boolean contains(Object string, CharSequence text, int site) {
        return receiver(string, site).contains(WatchedText.of(text, site));
    }

    @Hidden
    public static String replace(Object string, CharSequence target, CharSequence replacement, int site) {
        return receiver(string, site).replace(WatchedText.of(target, site), WatchedText.of(replacement, site));
    }

    @Hidden
    public static String join(CharSequence delimiter, Iterable<? extends CharSequence> elements, int site) {
        return String.join(WatchedText.of(delimiter, site), WatchedText.each(elements, site));
    }

    // Numbers and characters in texts.

    @Hidden
    public static int parseInt(CharSequence text, int begin, int end, int radix, int site) {
        return Integer.parseInt(WatchedText.of(text, site), begin, end, radix);
    }

    @Hidden
    public static int parseUnsignedInt(CharSequence text, int begin, int end, int radix, int site) {
        return Integer.parseUnsignedInt(WatchedText.of(text, site), begin, end, radix);
    }

    @Hidden
    public static long parseLong(CharSequence text, int begin, int end, int radix, int site) {
        return Long.parseLong(WatchedText.of(text, site), begin, end, radix);
    }

    @Hidden
    public static long parseUnsignedLong(CharSequence text, int begin, int end, int radix, int site) {
        return Long.parseUnsignedLong(WatchedText.of(text, site), begin, end, radix);
    }

    @Hidden
    public static int codePointAt(CharSequence text, int index, int site) {
        return Character.codePointAt(WatchedText.of(text, site), index);
    }

    @Hidden
    public static int codePointBefore(CharSequence text, int index, int site) {
        return Character.codePointBefore(WatchedText.of(text, site), index);
    }

    @Hidden
    public static int codePointCount(CharSequence text, int begin, int end, int site) {
        return Character.codePointCount(WatchedText.of(text, site), begin, end);
    }

    @Hidden
    public static int offsetByCodePoints(CharSequence text, int index, int offset, int site) {
        return Character.offsetByCodePoints(WatchedText.of(text, site), index, offset);
    }

    // Methods of objects that may be of any class.

    @Hidden
    public static int hashCode(Object object, int site) {
        return ValueMethods.hash(object, site, false);
    }

    @Hidden
    public static String stringOf(Object value, int site) {
        return value == null ? "null" : objectText(value, site);
    }

    @Hidden
    public static String objectText(Object object, int site) {
        return ValueMethods.text(object, site, false);
    }

    @Hidden
    public static boolean objectEquals(Object object, Object other, int site) {
        return ValueMethods.equal(object, other, site, false);
    }

    @Hidden
    public static int compareTo(Object object, Object other, int site) {
        return ValueMethods.order(object, other, site, false);
    }

    @Hidden
    public static int compare(Object comparator, Object one, Object other, int site) {
        return ValueMethods.order(comparator, one, other, site, false);
    }

    // Fences.

    public static void fullFence(int site) {
        ClassInfo.UNSAFE.fullFence();
        Fences.full(Hooks.self(), site);
    }

    public static void fullFence(Object unsafe, int site) {
        fullFence(site);
    }

    public static void storeStoreFence(int site) {
        ClassInfo.UNSAFE.storeStoreFence();
        Fences.storeStore(Hooks.self(), site);
    }

    public static void storeStoreFence(Object unsafe, int site) {
        storeStoreFence(site);
    }

    // Classes that no agent is shown.

    public static MethodHandles.Lookup defineHiddenClass(Object lookup, byte[] bytes, boolean initialize,
            MethodHandles.Lookup.ClassOption[] options, int site) throws IllegalAccessException {
        isHidden(site);
        return ((MethodHandles.Lookup) lookup).defineHiddenClass(bytes, initialize, options);
    }

    public static MethodHandles.Lookup defineHiddenClassWithClassData(Object lookup, byte[] bytes, Object data,
            boolean initialize, MethodHandles.Lookup.ClassOption[] options, int site) throws IllegalAccessException {
        isHidden(site);
        return ((MethodHandles.Lookup) lookup).defineHiddenClassWithClassData(bytes, data, initialize, options);
    }

    private static void isHidden(int site) {
        if (Hooks.self() != null) {
            Native.notCovered("a hidden class of the program (Lookup.defineHiddenClass) has no hooks", site);
        }
    }

    // Method handles that access fields and elements, or call what hooks stand for.

    public static MethodHandle findGetter(Object lookup, Class<?> type, String name, Class<?> fieldType, int site)
            throws NoSuchFieldException, IllegalAccessException {
        MethodHandle made = ((MethodHandles.Lookup) lookup).findGetter(type, name, fieldType);
        return AccessHandles.ofField(made, type, name, fieldType);
    }

    public static MethodHandle findSetter(Object lookup, Class<?> type, String name, Class<?> fieldType, int site)
            throws NoSuchFieldException, IllegalAccessException {
        MethodHandle made = ((MethodHandles.Lookup) lookup).findSetter(type, name, fieldType);
        return AccessHandles.ofField(made, type, name, fieldType);
    }

    public static MethodHandle findStaticGetter(Object lookup, Class<?> type, String name, Class<?> fieldType, int site)
            throws NoSuchFieldException, IllegalAccessException {
        MethodHandle made = ((MethodHandles.Lookup) lookup).findStaticGetter(type, name, fieldType);
        return AccessHandles.ofField(made, type, name, fieldType);
    }

    public static MethodHandle findStaticSetter(Object lookup, Class<?> type, String name, Class<?> fieldType, int site)
            throws NoSuchFieldException, IllegalAccessException {
        MethodHandle made = ((MethodHandles.Lookup) lookup).findStaticSetter(type, name, fieldType);
        return AccessHandles.ofField(made, type, name, fieldType);
    }

    public static MethodHandle unreflectGetter(Object lookup, Field field, int site) throws IllegalAccessException {
        AccessFlags.look(Hooks.self(), field);
        return AccessHandles.ofField(((MethodHandles.Lookup) lookup).unreflectGetter(field), field);
    }

    public static MethodHandle unreflectSetter(Object lookup, Field field, int site) throws IllegalAccessException {
        AccessFlags.look(Hooks.self(), field);
        return AccessHandles.ofField(((MethodHandles.Lookup) lookup).unreflectSetter(field), field);
    }

    public static Object constant(Object constant) {
        return constant instanceof MethodHandle ? AccessHandles.ofConstant((MethodHandle) constant) : constant;
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
        AccessFlags.look(Hooks.self(), method);
        return Substitutes.handle(((MethodHandles.Lookup) lookup).unreflect(method), method);
    }

    public static MethodHandle bind(Object lookup, Object receiver, String name, MethodType signature, int site)
            throws NoSuchMethodException, IllegalAccessException {
        MethodHandle bound = ((MethodHandles.Lookup) lookup).bind(receiver, name, signature);
        Versions.bound(Hooks.self(), receiver, name, signature, bound);
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

    // What the JDK holds for all threads.

    public static void setLocale(Locale locale, int site) {
        if (!JdkStatics.setLocale(Hooks.self(), locale, site)) {
            Locale.setDefault(locale);
        }
    }

    public static void setLocale(Locale.Category category, Locale locale, int site) {
        if (!JdkStatics.setLocale(Hooks.self(), category, locale, site)) {
            Locale.setDefault(category, locale);
        }
    }

    public static String setProperty(String property, String value, int site) {
        if (value != null) {
            SystemProperties.set(property, value, site);
        }
        return System.setProperty(property, value);
    }

    public static String clearProperty(String property, int site) {
        SystemProperties.set(property, null, site);
        return System.clearProperty(property);
    }

    // Files.

    public static long fileLength(Object file, int site) throws IOException {
        FileHooks.randomRead(file);
        return ((RandomAccessFile) file).length();
    }

    /** The length of a file, and where it goes on: a call of the object like others, which works on a file. */
    public static void setFileLength(Object file, long length, int site) throws IOException {
        LoopHooks.changes();
        Control me = Hooks.self();
        if (me != null && file != null) {
            long hash = Hash.mix(Native.siteKey(site), length);
            CallEvents.use(me, file, CoarseCalls.CALLED, hash, site);
        }
        try {
            FileHooks.randomWrite(file);
            ((RandomAccessFile) file).setLength(length);
        } finally {
            if (me != null) {
                CallEvents.after(me, site);
            }
        }
    }

    // Memory outside of the heap.

    public static long allocateMemory(Object unsafe, long bytes, int site) {
        return OffHeap.allocate(Hooks.self(), bytes);
    }

    public static long reallocateMemory(Object unsafe, long address, long bytes, int site) {
        return OffHeap.reallocate(Hooks.self(), address, bytes);
    }

    public static void releaseMemory(Object unsafe, long address, int site) {
        OffHeap.free(Hooks.self(), address);
    }

    public static java.nio.ByteBuffer allocateDirect(int capacity, int site) {
        return DirectMemory.buffer(capacity);
    }

    // The machine: how much memory there is, and how much of it is free, is the same in every execution.

    public static int availableProcessors(Object runtime, int site) {
        return Hooks.self() == null ? ((Runtime) runtime).availableProcessors() : Threads.PROCESSORS;
    }

    /** What the program is told that there is. */
    private static final long MEMORY = 1L << 28;

    public static String hostName(Object asked, int site) {
        InetAddress copy = NetAddresses.copyToAsk(asked, site);
        if (copy != null) {
            return copy.getHostName();
        }
        return asked instanceof InetSocketAddress address ? address.getHostName()
                : ((InetAddress) asked).getHostName();
    }

    public static String canonicalHostName(Object asked, int site) {
        InetAddress copy = NetAddresses.copyToAsk(asked, site);
        return (copy == null ? (InetAddress) asked : copy).getCanonicalHostName();
    }

    public static long freeMemory(Object runtime, int site) {
        return Hooks.self() == null ? ((Runtime) runtime).freeMemory() : MEMORY / 2;
    }

    public static long totalMemory(Object runtime, int site) {
        return Hooks.self() == null ? ((Runtime) runtime).totalMemory() : MEMORY;
    }

    public static long maxMemory(Object runtime, int site) {
        return Hooks.self() == null ? ((Runtime) runtime).maxMemory() : MEMORY;
    }
}
