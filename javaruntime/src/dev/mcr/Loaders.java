package dev.mcr;

import java.net.URL;
import java.nio.file.Path;

/**
 * Which loader has defined a class, as names and keys tell it: two classes of one name are two classes if two loaders
 * have defined them.
 *
 * <p>Of the loaders of the JDK and the one of the class path, no two have classes of one name: these count as one, 0.
 * Any other loader is an object that the program has made, and its number is its name. It gets that when it defines its
 * first class, at the latest, from the thread that makes it do so: until then nobody else can reach it, unless it has a
 * name already.
 */
final class Loaders {
    private Loaders() {}

    /** The number of the loader that has defined a class. */
    static long of(Control me, Class<?> type) {
        return of(me, type.getClassLoader());
    }

    private static long of(Control me, ClassLoader loader) {
        return loader == null || isOfJdk(loader.getClass()) ? 0 : Names.of(me, loader);
    }

    /** The same where the thread is not at hand. */
    static long of(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || isOfJdk(loader.getClass()) ? 0 : of(loader);
    }

    /** Called by the agent when a loader defines a class. */
    static long of(ClassLoader loader) {
        long given = loader == null ? 0 : Names.given(loader);
        if (given != 0) {
            return given;
        }
        Control me = Threads.find(Thread.currentThread());
        if (me == null || loader == null || isOfJdk(loader.getClass())) {
            return 0;
        }
        // The thread may be in the middle of something that is not to be seen; the name counts all the same.
        Control seen = Hooks.suspend();
        try {
            return Names.of(me, loader);
        } finally {
            Hooks.resume(seen);
        }
    }

    /** The loader that has defined the class that has a site. */
    static ClassLoader ofSite(int site) {
        long loader = Native.siteLoader(site);
        return loader == 0 ? Driver.loader() : (ClassLoader) Names.object(loader);
    }

    /** Whether the loaders of a class are made by the JDK, or stand for the one that it makes for the class path. */
    static boolean isOfJdk(Class<?> type) {
        return ClassLoader.class.isAssignableFrom(type) && type.getClassLoader() == null
                && (type == AppLoader.class || type.getName().startsWith("jdk.internal.")
                || type.getName().startsWith("sun."));
    }

    /** Whether the classes that a loader defines are the JDK's, or made by it, and so outlive executions. */
    static boolean definesJdk(ClassLoader loader) {
        return loader == null || !AppLoader.is(loader) && isOfJdk(loader.getClass());
    }

    /** Whether a class is one of the JDK's that are found by the boot loader or the platform loader. */
    static boolean isOfPlatform(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    private static final long HANDLER = ClassInfo.UNSAFE.objectFieldOffset(URL.class, "handler");

    /** Adds who opens a URL to a hash: those of the JDK have no state. */
    static long handler(Control me, long hash, URL url) {
        Object handler = ClassInfo.UNSAFE.getReference(url, HANDLER);
        return handler == null ? Hash.mix(hash, 0) : handler.getClass().getClassLoader() == null
                ? Hash.text(hash, handler.getClass().getName()) : Hash.mix(hash, Names.of(me, handler));
    }

    private static final long MODULE = offset(Package.class.getSuperclass(), "module");

    /** The module of a package. */
    static Object moduleOf(Package named) {
        return ClassInfo.UNSAFE.getReference(named, MODULE);
    }

    /** What a path of the default file system consists of. */
    static byte[] bytesOf(Path path) {
        return (byte[]) ClassInfo.UNSAFE.getReference(path, offset(path.getClass(), "path"));
    }

    private static long offset(Class<?> type, String field) {
        return ClassInfo.UNSAFE.objectFieldOffset(type, field);
    }
}
