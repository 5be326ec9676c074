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
        ClassInfo info = ClassInfo.of(object.getClass());
        long name = info.kind == ClassInfo.JDK ? ofJdk(me, object, info) : Names.of(me, object);
        return (int) (name ^ name >>> 32) & 0x7fffffff;
    }

    /** Objects of the JDK that have been asked for their hash code in this execution. */
    private static ObjectNames jdk = new ObjectNames(1 << 5);

    static void reset() {
        jdk = new ObjectNames(1 << 5);
    }

    /**
     * Code of the JDK that runs only once in a JVM may ask for hash codes, too. Those of other classes must not depend on it: so the objects are
     * counted by class, and get no name for it.
     */
    private static long ofJdk(Control me, Object object, ClassInfo info) {
        long known = jdk.get(object);
        if (known == 0) {
            known = Hash.notNull(Hash.mix(Hash.mix(me.id + 5, me.hashed(info)), info.hash));
            jdk.put(object, known);
        }
        return known;
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
