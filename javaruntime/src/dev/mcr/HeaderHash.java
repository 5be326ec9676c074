package dev.mcr;

import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import jdk.internal.misc.Unsafe;

/**
 * The hash codes that the JVM itself gives to objects which have none of their own. It draws one when it is first asked
 * and keeps it in the header of the object. Code of the JDK that is not rewritten asks for it and mixes it into others
 * (those of a {@code MethodType}, of an annotation): so classes of the program, and other objects that each execution
 * makes anew, are given one that is the same in every execution, before anybody can ask.
 *
 * <p>Each thread draws from a sequence of its own, so a hash code of the JVM depends on who asks first, and after what.
 * For classes, modules and loaders of the JDK that is decided once in a JVM; but a failure is replayed in another one,
 * where tables must have the same order (the sixteen cells of {@code IdentityHashMap}, say, with classes as keys). So
 * they get theirs by name as well.
 *
 * <p>Where in the header it is, is found by trying. If that does not work out, nothing is changed.
 */
final class HeaderHash {
    private HeaderHash() {}

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long MASK = 0x7fffffff;
    /** The lowest bits of the header of an object that is not locked. */
    private static final long LOCKS = 7, FREE = 1;
    private static final int TRIALS = 16;
    /** By how many bits the hash code is shifted in the header; -1 if that is not known. */
    private static final int SHIFT = find();

    private static int find() {
        int shift = -1;
        for (int i = 0; i < TRIALS; i++) {
            Object trial = new Object();
            long before = UNSAFE.getLong(trial, 0L);
            long hash = System.identityHashCode(trial);
            long added = before ^ UNSAFE.getLong(trial, 0L);
            int found = Long.numberOfTrailingZeros(added) - Long.numberOfTrailingZeros(hash);
            boolean fits = (before & LOCKS) == FREE && found >= 0 && added == hash << found
                    && (before >>> found & MASK) == 0;
            if (!fits || i > 0 && found != shift) {
                return -1;
            }
            shift = found;
        }
        return shift;
    }

    /** Called once, when the JVM is up. */
    static void prepare() {
        for (Class<?> type : new Class<?>[] {boolean.class, byte.class, short.class, char.class, int.class, long.class,
                float.class, double.class, void.class}) {
            loaded(type);
        }
        Native.tellLoaded(HeaderHash.class);
        for (Module module : ModuleLayer.boot().modules()) {
            give(module, byName("module " + module.getName()));
        }
        // The JDK keeps them in sets.
        for (WatchEvent.Kind<?> kind : new WatchEvent.Kind<?>[] {StandardWatchEventKinds.OVERFLOW,
                StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE,
                StandardWatchEventKinds.ENTRY_MODIFY}) {
            give(kind, byName("watch event " + kind.name()));
        }
        for (ClassLoader loader = ClassLoader.getSystemClassLoader(); loader != null; loader = loader.getParent()) {
            give(loader, byName("loader " + loader.getClass().getName()));
            give(loader.getUnnamedModule(), byName("module of " + loader.getClass().getName()));
        }
    }

    /**
     * Called by the agent when a class of the JDK has been loaded, in whatever thread, which may be at the end of its
     * stack. No code that is rewritten may be used here, and no concatenation of strings.
     */
    static void loaded(Class<?> type) {
        if (SHIFT >= 0 && isFree(UNSAFE.getLongVolatile(type, 0L))) {
            give(type, ofClass(type));
        }
    }

    /** Whether there is no hash code in a header, and one can be put there. */
    private static boolean isFree(long header) {
        return (header & LOCKS) == FREE && (header >>> SHIFT & MASK) == 0;
    }

    /** What a class of the JDK gets, or a hidden one. */
    static int ofClass(Class<?> type) {
        String name = type.getName();
        int proxy = name.indexOf("$Proxy");
        if (type.isHidden()) {
            name = nameOfHidden(name);
        } else if (proxy >= 0) {
            // Packages of proxies are numbered.
            name = name.substring(proxy);
        }
        return byName(name);
    }

    /** The name of a hidden class without its number and its address. */
    static String nameOfHidden(String name) {
        int lambda = name.indexOf("$$Lambda");
        return name.substring(0, lambda >= 0 ? lambda : name.indexOf('/'));
    }

    private static int byName(String name) {
        long hash = Hash.text(17, name);
        return (int) (hash ^ hash >>> 32);
    }

    /** Gives an object this hash code, unless it has one. (Zero stands for none.) */
    static void give(Object object, int hash) {
        if (SHIFT < 0 || object == null) {
            return;
        }
        long wanted = Math.max(hash & MASK, 1) << SHIFT;
        long header;
        do {
            header = UNSAFE.getLongVolatile(object, 0L);
            if (!isFree(header)) {
                return;
            }
        } while (!UNSAFE.compareAndSetLong(object, 0L, header, header | wanted));
    }
}
