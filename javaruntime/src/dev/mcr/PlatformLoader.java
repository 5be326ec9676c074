package dev.mcr;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The loader of modules of the JDK that are libraries like any, but have packages {@code java.*}. The JVM lets nobody
 * define classes in these but the boot loader and objects of the class of the JDK's platform loader. So each {@link
 * AppLoader} has an object of that class beside it, made here, and the two find the classes of each other's modules.
 *
 * <p>The class is the JDK's and cannot be extended: it would ask the boot loader for these classes. What it does before
 * that is to ask its table of locks for the one of the name ({@code ClassLoader.getClassLoadingLock}), and then itself
 * whether it has the class. The table is one that defines the class at this moment.
 *
 * <p>Invariant: a class of such a module is defined by nobody else as long as the program asks its own loader.
 */
final class PlatformLoader {
    private PlatformLoader() {}

    private static final Class<?> TYPE = Internals.type("jdk.internal.loader.ClassLoaders$PlatformClassLoader");
    private static final long LOCKS = Internals.offset("java.lang.ClassLoader", "parallelLockMap");
    private static final long NAME = Internals.offset("java.lang.ClassLoader", "name");
    private static final long DEFINED = Internals.offset("java.lang.ClassLoader", "classes");
    private static final Constructor<?> MAKE = TYPE.getDeclaredConstructors()[0];
    private static final Object BOOT =
            Internals.invoke(Internals.method(Internals.type("jdk.internal.loader.ClassLoaders"), "bootLoader"), null);
    private static final Method DEFINE = Internals.method(ClassLoader.class, "defineClass1", ClassLoader.class,
            String.class, byte[].class, int.class, int.class, ProtectionDomain.class, String.class);
    private static final Method FIND = Internals.method(ClassLoader.class, "findLoadedClass", String.class);

    static {
        Internals.makeAccessible(MAKE);
    }

    /** Makes one that finds the bytes of its classes where this loader does. */
    static ClassLoader of(AppLoader program) {
        ClassLoader made;
        try {
            made = (ClassLoader) MAKE.newInstance(BOOT);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("this JDK makes its loaders otherwise", e);
        }
        ClassInfo.UNSAFE.putReference(made, NAME, "java.net.http");
        ClassInfo.UNSAFE.putReference(made, LOCKS, new Locks(made, program));
        HeaderHash.give(made, PlatformLoader.class.getName().hashCode());
        HeaderHash.give(made.getUnnamedModule(), made.hashCode());
        made.setDefaultAssertionStatus(false);
        return made;
    }

    /** Whether it was made here. */
    static boolean is(ClassLoader loader) {
        return loader != null && loader.getClass() == TYPE && loader != ClassLoader.getPlatformClassLoader();
    }

    /** The class of this name that it has defined, or null. */
    static Class<?> loaded(ClassLoader loader, String name) {
        return (Class<?>) Internals.invoke(FIND, loader, name);
    }

    /** What a loader has defined, in this order. */
    @SuppressWarnings("unchecked")
    static ArrayList<Class<?>> defined(ClassLoader loader) {
        return (ArrayList<Class<?>>) ClassInfo.UNSAFE.getReference(loader, DEFINED);
    }

    /** The locks of classes that are loaded, by name. */
    private static final class Locks extends ConcurrentHashMap<String, Object> {
        private static final long serialVersionUID = 1;

        private final transient ClassLoader loader;
        private final transient AppLoader program;

        Locks(ClassLoader loader, AppLoader program) {
            this.loader = loader;
            this.program = program;
        }

        @Override
        public Object putIfAbsent(String name, Object lock) {
            Object before = super.putIfAbsent(name, lock);
            Module module = ProgramModules.of(name);
            if (module != null && ProgramModules.isPlatform(module)) {
                synchronized (before == null ? lock : before) {
                    if (loaded(loader, name) == null) {
                        define(name);
                    }
                }
            }
            return before;
        }

        private void define(String name) {
            AppLoader.Entry entry = program.find(name);
            if (entry != null) {
                Class<?> defined = (Class<?>) Internals.invoke(DEFINE, null, loader, name, entry.bytes(), 0,
                        entry.bytes().length, null, null);
                program.defined(defined);
            }
        }
    }
}
