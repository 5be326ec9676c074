package dev.mcr;

/** State of the JVM that one execution could leave to the next. */
final class JvmState {
    private JvmState() {}

    private static final jdk.internal.misc.Unsafe UNSAFE = jdk.internal.misc.Unsafe.getUnsafe();
    private static final Object NUMBERING_BASE;
    private static final long NUMBERING_OFFSET;
    private static final Object LOADER_BASE;
    private static final long LOADER_OFFSET;

    private static final Object POOL_IDS_BASE;
    private static final long POOL_IDS_OFFSET;

    static {
        // Their initialisers ask for the time; they are not to do so in the middle of the first execution.
        java.time.Instant.now();
        java.util.concurrent.ThreadLocalRandom.current();
        // It makes a StackWalker, by code that has hooks.
        UNSAFE.ensureClassInitialized(CallHooks.class);
        java.lang.reflect.Field numbering = staticField("java.lang.Thread", "threadInitNumber");
        if (numbering == null) {
            numbering = staticField("java.lang.Thread$ThreadNumbering", "next");
        }
        NUMBERING_BASE = numbering == null ? null : UNSAFE.staticFieldBase(numbering);
        NUMBERING_OFFSET = numbering == null ? 0 : UNSAFE.staticFieldOffset(numbering);
        java.lang.reflect.Field pools = staticField("java.util.concurrent.ForkJoinPool", "poolIds");
        POOL_IDS_BASE = pools == null ? null : UNSAFE.staticFieldBase(pools);
        POOL_IDS_OFFSET = pools == null ? 0 : UNSAFE.staticFieldOffset(pools);
        // Reflection hides the fields of ClassLoader, and Unsafe finds static ones only with a Field.
        java.lang.reflect.Field loader = hiddenStaticField(ClassLoader.class, "scl");
        LOADER_BASE = loader == null ? null : UNSAFE.staticFieldBase(loader);
        LOADER_OFFSET = loader == null ? 0 : UNSAFE.staticFieldOffset(loader);
    }

    private static java.lang.reflect.Field staticField(String type, String name) {
        try {
            return Class.forName(type).getDeclaredField(name);
        } catch (ClassNotFoundException | NoSuchFieldException e) {
            return null;
        }
    }

    /** Lets a member be used whoever asks. */
    static void makeAccessible(java.lang.reflect.AccessibleObject member) {
        UNSAFE.putBoolean(member, UNSAFE.objectFieldOffset(java.lang.reflect.AccessibleObject.class, "override"), true);
    }

    private static java.lang.reflect.Field hiddenStaticField(Class<?> type, String name) {
        for (java.lang.reflect.Field field : fields(type)) {
            if (field.getName().equals(name)) {
                return field;
            }
        }
        return null;
    }

    private static java.lang.reflect.Method declaredFields;

    /** All fields that a class declares, those that reflection hides as well; none if it cannot be asked. */
    static java.lang.reflect.Field[] fields(Class<?> type) {
        try {
            if (declaredFields == null) {
                declaredFields = Class.class.getDeclaredMethod("getDeclaredFields0", boolean.class);
                makeAccessible(declaredFields);
            }
            return (java.lang.reflect.Field[]) declaredFields.invoke(type, false);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return new java.lang.reflect.Field[0];
        }
    }

    private static final java.util.concurrent.atomic.AtomicInteger KEY_HASHES = keyHashes();
    private static final int FIRST_KEY_HASH = KEY_HASHES == null ? 0 : KEY_HASHES.get();

    /** The counter from which thread locals get their hash codes. */
    private static java.util.concurrent.atomic.AtomicInteger keyHashes() {
        java.lang.reflect.Field field = staticField("java.lang.ThreadLocal", "nextHashCode");
        return field == null ? null : (java.util.concurrent.atomic.AtomicInteger) UNSAFE.getReference(
                UNSAFE.staticFieldBase(field), UNSAFE.staticFieldOffset(field));
    }

    /** Threads without a name of their own are numbered from 0 again. */
    static void reset() {
        if (KEY_HASHES != null) {
            KEY_HASHES.set(FIRST_KEY_HASH);
        }
        if (POOL_IDS_BASE != null) {
            UNSAFE.putInt(POOL_IDS_BASE, POOL_IDS_OFFSET, 0);
        }
        if (NUMBERING_BASE != null) {
            UNSAFE.putInt(NUMBERING_BASE, NUMBERING_OFFSET, 0);
        }
    }

    /** The number in the name of a thread outside of the program. */
    static int nextThreadNumber() {
        return UNSAFE.getAndAddInt(NUMBERING_BASE, NUMBERING_OFFSET, 1);
    }

    private static final boolean CONTINUATIONS = continuations();

    private static boolean continuations() {
        try {
            java.lang.reflect.Method asked =
                    Class.forName("jdk.internal.vm.ContinuationSupport").getDeclaredMethod("isSupported");
            makeAccessible(asked);
            return (Boolean) asked.invoke(null);
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
        if (LOADER_BASE != null) {
            UNSAFE.putReferenceVolatile(LOADER_BASE, LOADER_OFFSET, loader);
        }
    }
}
