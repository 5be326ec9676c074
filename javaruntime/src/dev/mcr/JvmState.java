package dev.mcr;

/** State of the JVM that one execution could leave to the next. */
final class JvmState {
    private JvmState() {}

    private static final jdk.internal.misc.Unsafe UNSAFE = jdk.internal.misc.Unsafe.getUnsafe();
    /** How many threads without a name, and how many pools, there have been; the system class loader. */
    private static final StaticField NUMBERING;
    private static final StaticField POOL_IDS;
    private static final StaticField LOADER;

    static {
        // Their initialisers ask for the time; they are not to do so in the middle of the first execution.
        java.time.Instant.now();
        java.util.concurrent.ThreadLocalRandom.current();
        // It makes a StackWalker, by code that has hooks.
        UNSAFE.ensureClassInitialized(CallHooks.class);
        StaticField numbering = StaticField.find("java.lang.Thread", "threadInitNumber");
        NUMBERING = numbering != null ? numbering : StaticField.find("java.lang.Thread$ThreadNumbering", "next");
        POOL_IDS = StaticField.find("java.util.concurrent.ForkJoinPool", "poolIds");
        // Reflection hides the fields of ClassLoader, and Unsafe finds static ones only with a Field.
        LOADER = StaticField.findHidden(ClassLoader.class, "scl");
    }

    /** Whether an object is one of those by which the JVM knows classes and threads. */
    static boolean has(Object object) {
        return object instanceof Class || object instanceof ClassLoader || object instanceof Module
                || object instanceof Thread || object instanceof ThreadGroup;
    }

    private static final java.util.concurrent.atomic.AtomicInteger KEY_HASHES = keyHashes();
    private static final int FIRST_KEY_HASH = KEY_HASHES == null ? 0 : KEY_HASHES.get();

    /** The counter from which thread locals get their hash codes. */
    private static java.util.concurrent.atomic.AtomicInteger keyHashes() {
        StaticField field = StaticField.find("java.lang.ThreadLocal", "nextHashCode");
        return field == null ? null : (java.util.concurrent.atomic.AtomicInteger) field.get();
    }

    /** Threads without a name of their own are numbered from 0 again. */
    static void reset() {
        if (KEY_HASHES != null) {
            KEY_HASHES.set(FIRST_KEY_HASH);
        }
        if (POOL_IDS != null) {
            POOL_IDS.setInt(0);
        }
        if (NUMBERING != null) {
            NUMBERING.setInt(0);
        }
    }

    /** The number in the name of a thread outside of the program. */
    static int nextThreadNumber() {
        return NUMBERING.addInt(1);
    }

    private static final boolean CONTINUATIONS = continuations();

    private static boolean continuations() {
        Class<?> support = Internals.find("jdk.internal.vm.ContinuationSupport");
        try {
            return support != null && (Boolean) Internals.method(support, "isSupported").invoke(null);
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Whether this JVM has virtual threads that are not threads of the system. */
    static boolean hasContinuations() {
        return CONTINUATIONS;
    }

    /** Makes {@code ClassLoader.getSystemClassLoader()} answer with the loader of this execution. */
    static void setSystemClassLoader(ClassLoader loader) {
        if (LOADER != null) {
            LOADER.set(loader);
        }
    }
}
