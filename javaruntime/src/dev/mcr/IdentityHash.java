package dev.mcr;

import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import jdk.internal.vm.annotation.Hidden;

/** Identity hash codes made of names, so that they are the same in every execution. */
final class IdentityHash {
    private IdentityHash() {}

    /** {@code object.hashCode()}. {@code byJdk}: code of the JDK asks, which may run only once in a JVM. */
    @Hidden
    static int hashCode(Control me, Object object, boolean byJdk) {
        if (me == null) {
            return unseen(object);
        }
        if (object == null || !(object instanceof Class<?>) && !ClassInfo.of(object.getClass()).hasIdentityHash()
                || !isOfProgram(object)) {
            if (object != null && ClassInfo.of(object.getClass()).hasHashOfJvm()) {
                giveHash(me, object);
            }
            return unseen(object);
        }
        return identity(me, object, byJdk);
    }

    /**
     * {@code object.hashCode()} outside of the program. The JVM keeps tables of the program's classes, in which it
     * looks on behalf of the program and otherwise: what it finds must not depend on that.
     */
    @Hidden
    static int unseen(Object object) {
        if (object instanceof Class<?>) {
            if (isOfProgram(object)) {
                return ofName(Names.ofClass((Class<?>) object));
            }
            // Nobody tells when the class of an array is made.
            HeaderHash.loaded((Class<?>) object);
        }
        return object.hashCode();
    }

    /** What a class has for a hash code, unless the JVM has given it one. */
    static int ofClass(Class<?> type) {
        return isOfProgram(type) ? ofName(Names.ofClass(type)) : HeaderHash.ofClass(type);
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
    static int identity(Control me, Object object, boolean byJdk) {
        if (me != null && isValue(object)) {
            // Equal ones have one name. No table of the JDK has such objects under their identity.
            return ofName(Names.of(me, object));
        }
        if (me == null || object == null || !isOfProgram(object)) {
            if (me != null && object != null && ClassInfo.of(object.getClass()).isUnseenInside()) {
                giveHash(me, object);
            }
            if (object instanceof Class<?>) {
                return unseen(object);
            }
            return object instanceof AppLoader ? object.hashCode() : System.identityHashCode(object);
        }
        long name = counted.get(object);
        if (name == 0) {
            name = isCounted(object) ? counted(me, object, byJdk) : Names.of(me, object);
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

    /**
     * What the hash code of an object without a name is made of: the name that it will get, if that is known, so that
     * it does not matter whether it was asked before.
     */
    private static long counted(Control me, Object object, boolean byJdk) {
        boolean silent = me.isSilent();
        long future = silent ? 0 : Names.future(me, object);
        if (future != 0) {
            counted.put(object, future);
            return future;
        }
        if (!silent && !byJdk) {
            // Later rounds of a loop do not ask for the first time, and other calls ask for other objects.
            me.acts();
            me.scopes.counts();
        }
        long name = count(me, object);
        if (!silent) {
            me.scopes.wrote(me, object);
        }
        return name;
    }

    private static long count(Control me, Object object) {
        ClassInfo info = ClassInfo.of(object.getClass());
        long key = Hash.mix(me.initialisers.key, info.hash);
        long name = me.isSilent() ? Hash.mix(key, Initialisation.count(key))
                : Hash.mix(Hash.mix(me.id + 5, me.scopes.hashed(info.type)), info.hash);
        name = Hash.notNull(name);
        counted.put(object, name);
        return name;
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
            return !named.isHidden() && (AppLoader.is(named.getClassLoader()) || Loaders.of(named) != 0);
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
