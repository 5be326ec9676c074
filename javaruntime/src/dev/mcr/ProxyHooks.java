package dev.mcr;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The names of proxy classes, which the JDK numbers over all executions, as they are made: here the number of a class
 * is made of its interfaces, and that of a package of its loader. So it is the same in every execution, whoever makes
 * the class first.
 */
public final class ProxyHooks {
    private ProxyHooks() {}

    private static final int CLASS = 103, PACKAGE = 107;
    private static final long CLASSES = 1_000_000_000L, PACKAGES = 1_000_000L;
    /** Packages in loaders of the JDK: their classes must not be called as those of the class path are. */
    private static final int OF_PROGRAM = 1, OF_BOOT = 2, OF_PLATFORM = 3, OF_OTHERS = 4;

    /** What the calling thread is about to number. */
    private static final class Next {
        Thread thread;
        long number;

        void set(long number) {
            this.number = number;
            thread = Thread.currentThread();
        }

        boolean isKnown() {
            return thread == Thread.currentThread();
        }
    }

    private static final Next NEXT_CLASS = new Next();
    private static final Next NEXT_PACKAGE = new Next();

    public static void defines(Module module, List<Class<?>> interfaces) {
        defines(interfaces);
    }

    /** Since JDK 22 with a class of the JDK's own. */
    public static void defines(Object context, List<Class<?>> interfaces) {
        defines(interfaces);
    }

    private static void defines(List<Class<?>> interfaces) {
        Control me = Hooks.suspend();
        try {
            long hash = CLASS;
            for (Class<?> type : interfaces) {
                hash = Hash.mix(hash, Hash.text(CLASS, type.getName()));
            }
            NEXT_CLASS.set(Math.floorMod(hash, CLASSES));
        } finally {
            Hooks.resume(me);
        }
    }

    public static long classNumber(Object counter, int site) {
        return NEXT_CLASS.isKnown() ? NEXT_CLASS.number : ((AtomicLong) counter).getAndIncrement();
    }

    public static void definesFor(ClassLoader loader) {
        if (loader == null) {
            NEXT_PACKAGE.set(OF_BOOT);
        } else if (loader == ClassLoader.getPlatformClassLoader()) {
            NEXT_PACKAGE.set(OF_PLATFORM);
        } else if (loader instanceof AppLoader) {
            NEXT_PACKAGE.set(OF_PROGRAM);
        } else {
            NEXT_PACKAGE.set(OF_OTHERS + Math.floorMod(Hash.mix(PACKAGE, Loaders.of(loader)), PACKAGES));
        }
    }

    public static int packageNumber(Object counter, int site) {
        return NEXT_PACKAGE.isKnown() ? (int) NEXT_PACKAGE.number : ((AtomicInteger) counter).incrementAndGet();
    }
}
