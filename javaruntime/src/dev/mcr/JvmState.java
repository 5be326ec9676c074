package dev.mcr;

/** State of the JVM that one execution could leave to the next. */
final class JvmState {
    private JvmState() {}

    private static final jdk.internal.misc.Unsafe UNSAFE = jdk.internal.misc.Unsafe.getUnsafe();
    private static final Object NUMBERING_BASE;
    private static final long NUMBERING_OFFSET;
    private static final Object LOADER_BASE;
    private static final long LOADER_OFFSET;

    static {
        java.lang.reflect.Field numbering = staticField("java.lang.Thread", "threadInitNumber");
        if (numbering == null) {
            numbering = staticField("java.lang.Thread$ThreadNumbering", "next");
        }
        NUMBERING_BASE = numbering == null ? null : UNSAFE.staticFieldBase(numbering);
        NUMBERING_OFFSET = numbering == null ? 0 : UNSAFE.staticFieldOffset(numbering);
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

    private static java.lang.reflect.Field hiddenStaticField(Class<?> type, String name) {
        try {
            java.lang.reflect.Method all = Class.class.getDeclaredMethod("getDeclaredFields0", boolean.class);
            UNSAFE.putBoolean(all, UNSAFE.objectFieldOffset(java.lang.reflect.AccessibleObject.class, "override"), true);
            for (java.lang.reflect.Field field : (java.lang.reflect.Field[]) all.invoke(type, false)) {
                if (field.getName().equals(name)) {
                    return field;
                }
            }
            return null;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /** Threads without a name of their own are numbered from 0 again. */
    static void reset() {
        if (NUMBERING_BASE != null) {
            UNSAFE.putInt(NUMBERING_BASE, NUMBERING_OFFSET, 0);
        }
    }

    /** Makes {@code ClassLoader.getSystemClassLoader()} answer with the loader of this execution. */
    static void setSystemClassLoader(ClassLoader loader) {
        if (LOADER_BASE != null) {
            UNSAFE.putReferenceVolatile(LOADER_BASE, LOADER_OFFSET, loader);
        }
    }
}
