package dev.mcr;

/** Identity hash codes made of names, so that they are the same in every execution. */
final class IdentityHash {
    private IdentityHash() {}

    /** {@code object.hashCode()}. */
    static int hashCode(Control me, Object object) {
        if (me == null || object == null || !isOfProgram(object) || !(object instanceof Class<?>) && !ClassInfo.of(object.getClass()).hasIdentityHash()) {
            return object.hashCode();
        }
        return identity(me, object);
    }

    /** {@code System.identityHashCode(object)}. */
    static int identity(Control me, Object object) {
        if (me == null || object == null || !isOfProgram(object)) {
            return System.identityHashCode(object);
        }
        long name = Names.of(me, object);
        return (int) (name ^ name >>> 32) & 0x7fffffff;
    }

    /** Objects of the JVM itself (classes, loaders, its own threads) are in tables of the JVM under their real hash codes. */
    private static boolean isOfProgram(Object object) {
        Class<?> type = object.getClass();
        if (object instanceof Class<?>) {
            // Those of the JDK are the same objects in every execution.
            return ((Class<?>) object).getClassLoader() instanceof AppLoader;
        }
        if (object instanceof Thread) {
            return Names.isNamed(object) || ThreadNumbers.isOfProgram((Thread) object);
        }
        return type == Object.class || type.isArray() || Names.isNamed(object)
                || ClassInfo.of(type).kind == ClassInfo.JDK && !Names.isPersistent(object)
                || type.getClassLoader() != null && !(object instanceof ClassLoader);
    }
}
