package dev.mcr;

import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import jdk.internal.vm.annotation.Hidden;

/** Identity hash codes made of names, so that they are the same in every execution. */
final class IdentityHash {
    private IdentityHash() {}

    /** {@code object.hashCode()}. */
    @Hidden
    static int hashCode(Control me, Object object) {
        if (me == null) {
            return unseen(object);
        }
        if (object == null || !(object instanceof Class<?>) && !ClassInfo.of(object.getClass()).hasIdentityHash()
                || !isOfProgram(object)) {
            if (object != null && ClassInfo.of(object.getClass()).hasHashOfJvm()) {
                giveHash(me, object);
            }
            return object.hashCode();
        }
        return identity(me, object);
    }

    /**
     * {@code object.hashCode()} outside of the program. The JVM keeps tables of the program's classes, in which it
     * looks on behalf of the program and otherwise: what it finds must not depend on that.
     */
    @Hidden
    static int unseen(Object object) {
        return object instanceof Class<?> && isOfProgram(object) ? ofName(Names.ofClass((Class<?>) object))
                : object.hashCode();
    }

    /**
     * An object of the JDK is asked for a hash code that it has from the JVM. As long as it has none, it may be one
     * that this execution has made.
     */
    private static void giveHash(Control me, Object object) {
        HeaderHash.give(object, ofName(count(me, object)));
    }

    private static int ofName(long name) {
        return (int) (name ^ name >>> 32) & 0x7fffffff;
    }

    /** {@code System.identityHashCode(object)}. */
    static int identity(Control me, Object object) {
        if (me != null && isValue(object)) {
            // Equal ones have one name. No table of the JDK has such objects under their identity.
            return ofName(Names.of(me, object));
        }
        if (me == null || object == null || !isOfProgram(object)) {
            if (me != null && object != null && ClassInfo.of(object.getClass()).isUnseenInside()) {
                giveHash(me, object);
            }
            return object instanceof AppLoader ? object.hashCode() : System.identityHashCode(object);
        }
        long name = counted.get(object);
        if (name == 0) {
            boolean counts = isCounted(object);
            name = counts ? count(me, object) : Names.of(me, object);
            if (counts && !me.isSilent()) {
                // Not for waiting loops: code of the JDK that runs once in a JVM may ask.
                me.scopes.wrote(me, object);
            }
        }
        return ofName(name);
    }

    /** Classes of the JDK whose objects are in no table of the JDK. */
    static boolean isMadeByPrograms(Class<?> type) {
        String name = type.getName();
        return Throwable.class.isAssignableFrom(type) || type == WeakReference.class || type == SoftReference.class
                || name.startsWith("java.io.") || name.startsWith("java.text.") || name.startsWith("java.util.");
    }

    private static boolean isValue(Object object) {
        return (object instanceof String || object instanceof Number || object instanceof Character
                || object instanceof Boolean) && ClassInfo.of(object.getClass()).kind == ClassInfo.IMMUTABLE;
    }

    /** Objects whose hash codes were asked for in this execution and are not made of their names. */
    private static ObjectNames counted = new ObjectNames(1 << 5);

    static void reset() {
        counted = new ObjectNames(1 << 5);
    }

    /** What the hash code of an object is made of that has no name; 0 if nobody has asked for it. */
    static long given(Object object) {
        return counted.get(object);
    }

    /**
     * Code of the JDK that runs only once in a JVM may ask for hash codes, too. Neither names nor hash codes of objects
     * of other classes must depend on it: so objects that may be the JDK's are counted by class, and get no name for
     * it.
     */
    private static boolean isCounted(Object object) {
        Class<?> type = object.getClass();
        return !Names.isNamed(object) && !(object instanceof Thread) && !(object instanceof Class<?>)
                && (type.isArray() || type.getClassLoader() == null);
    }

    private static long count(Control me, Object object) {
        ClassInfo info = ClassInfo.of(object.getClass());
        long key = Hash.mix(me.initialisers.key, info.hash);
        boolean silent = me.isSilent();
        long name = silent ? Hash.mix(key, Initialisation.count(key))
                : Hash.mix(Hash.mix(me.id + 5, Scopes.ON ? place(me, object) : me.counts.hashed(info)), info.hash);
        name = Hash.notNull(name);
        counted.put(object, name);
        return name;
    }

    /** Where an object was made; or, if that is not known, where it gets a hash code. */
    private static long place(Control me, Object object) {
        long made = Names.madeAt(me, object);
        return made != 0 ? made : me.scopes.hashed(object.getClass());
    }

    /**
     * Objects of the JVM itself (classes, loaders, its own threads) are in tables of the JVM under their real hash
     * codes.
     */
    private static boolean isOfProgram(Object object) {
        Class<?> type = object.getClass();
        if (object instanceof Class<?>) {
            // Those of the JDK are the same objects in every execution.
            Class<?> named = (Class<?>) object;
            return !named.isHidden() && (named.getClassLoader() instanceof AppLoader || Loaders.of(named) != 0);
        }
        if (object instanceof ClassLoader) {
            return !Loaders.isOfJdk(type);
        }
        if (isMadeByPrograms(type)) {
            return !Names.isPersistent(object);
        }
        if (ClassInfo.of(type).kind == ClassInfo.CONSTANT) {
            return false;
        }
        if (object instanceof Thread) {
            return Names.isNamed(object) || ThreadNumbers.isOfProgram((Thread) object);
        }
        return type == Object.class || type.isArray() || Names.isNamed(object)
                || ClassInfo.of(type).kind == ClassInfo.JDK && !Names.isPersistent(object)
                || type.getClassLoader() != null;
    }
}
