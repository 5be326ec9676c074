package dev.mcr;

import java.lang.ref.Reference;
import jdk.internal.misc.Unsafe;

/** Fields of {@code Thread} objects that hooks look into, wherever this release of the JDK has them. */
final class ThreadFields {
    private ThreadFields() {}

    static final Object NOTHING = new Object();

    private static final Unsafe UNSAFE = ClassInfo.UNSAFE;
    private static final long NUMBER = UNSAFE.objectFieldOffset(Thread.class, "tid");
    private static final long HANDLER = UNSAFE.objectFieldOffset(Thread.class, "uncaughtExceptionHandler");

    /** Since JDK 19 the Runnable is in a holder object, or, of a virtual thread, in one of its own. */
    private static final Class<?> HOLDER_CLASS = Internals.find("java.lang.Thread$FieldHolder");
    private static final long HOLDER = HOLDER_CLASS == null ? 0 : UNSAFE.objectFieldOffset(Thread.class, "holder");
    private static final long TARGET = HOLDER_CLASS == null ? UNSAFE.objectFieldOffset(Thread.class, "target")
            : UNSAFE.objectFieldOffset(HOLDER_CLASS, "task");
    private static final long GROUP = UNSAFE.objectFieldOffset(HOLDER_CLASS == null ? Thread.class : HOLDER_CLASS,
            "group");
    private static final long DAEMON = UNSAFE.objectFieldOffset(HOLDER_CLASS == null ? Thread.class : HOLDER_CLASS,
            "daemon");
    private static final Class<?> BOUND_CLASS = Internals.find("java.lang.ThreadBuilders$BoundVirtualThread");
    private static final long BOUND_TARGET = BOUND_CLASS == null ? 0 : UNSAFE.objectFieldOffset(BOUND_CLASS, "task");

    private static final long LOCALS = UNSAFE.objectFieldOffset(Thread.class, "threadLocals");
    private static final long INHERITED = UNSAFE.objectFieldOffset(Thread.class, "inheritableThreadLocals");
    private static final long TABLE =
            Internals.offset("java.lang.ThreadLocal$ThreadLocalMap", "table");
    private static final long VALUE =
            Internals.offset("java.lang.ThreadLocal$ThreadLocalMap$Entry", "value");
    private static final long KEY_HASH = UNSAFE.objectFieldOffset(ThreadLocal.class, "threadLocalHashCode");
    /** The hash code of the nth thread local of a JVM times this is n: the inverse of their distance. */
    private static final int NTH = 0xebb34377;

    private static final long LOADER = UNSAFE.objectFieldOffset(Thread.class, "contextClassLoader");

    /**
     * A hash of all that a thread has from its maker, or that was set before others could reach it. What is set later
     * is an update of the thread's version.
     */
    static long begins(Control me, Thread thread) {
        long hash = Hash.text(thread.isDaemon() ? 1 : 0, thread.getName());
        hash = Hash.mix(hash, thread.getPriority());
        Object loader = UNSAFE.getReference(thread, LOADER);
        hash = Hash.mix(hash, loader instanceof AppLoader ? 1 : Names.of(me, loader));
        ThreadGroup group = group(thread);
        hash = Hash.mix(hash, group == Threads.first(1)[0].starts.group ? 1 : Names.of(me, group));
        hash = Hash.mix(hash, Names.of(me, handler(thread)));
        hash = Hash.mix(hash, Names.of(me, target(thread)));
        for (Object inherited : inherited(thread)) {
            hash = Hash.mix(hash, Names.of(me, inherited));
        }
        return hash;
    }

    static long number(Thread thread) {
        return UNSAFE.getLong(thread, NUMBER);
    }

    static void setNumber(Thread thread, long number) {
        UNSAFE.putLong(thread, NUMBER, number);
    }

    /** What the thread is to run, or null. */
    static Object target(Thread thread) {
        if (BOUND_CLASS != null && BOUND_CLASS.isInstance(thread)) {
            return UNSAFE.getReference(thread, BOUND_TARGET);
        }
        return UNSAFE.getReference(HOLDER_CLASS == null ? thread : UNSAFE.getReference(thread, HOLDER), TARGET);
    }

    /** Whether it is a virtual thread, which runs as a thread of the system. */
    static boolean isVirtual(Thread thread) {
        return BOUND_CLASS != null && BOUND_CLASS.isInstance(thread);
    }

    /** The group of a thread that has not begun to end. */
    static ThreadGroup group(Thread thread) {
        Object holder = HOLDER_CLASS == null ? thread : UNSAFE.getReference(thread, HOLDER);
        return (ThreadGroup) UNSAFE.getReference(holder, GROUP);
    }

    static void setDaemon(Thread thread, boolean on) {
        UNSAFE.putBoolean(HOLDER_CLASS == null ? thread : UNSAFE.getReference(thread, HOLDER), DAEMON, on);
    }

    /** The thread's own handler of exceptions, or null. */
    static Object handler(Thread thread) {
        return UNSAFE.getReference(thread, HANDLER);
    }

    /** What a thread local holds in the calling thread; {@link #NOTHING} if it does not even hold null. */
    static Object held(Thread thread, ThreadLocal<?> local) {
        Object map = UNSAFE.getReference(thread, local instanceof InheritableThreadLocal ? INHERITED : LOCALS);
        if (map == null) {
            return NOTHING;
        }
        Object[] table = (Object[]) UNSAFE.getReference(map, TABLE);
        // It is there or at one of the next places, without a gap.
        int i = UNSAFE.getInt(local, KEY_HASH) & table.length - 1;
        for (; table[i] != null; i = i + 1 & table.length - 1) {
            if (((Reference<?>) table[i]).get() == local) {
                return UNSAFE.getReference(table[i], VALUE);
            }
        }
        return NOTHING;
    }

    /**
     * Inheritable thread locals and what they hold in a thread that was not started yet, by turns, in the order in
     * which they were made.
     */
    static Object[] inherited(Thread thread) {
        Object map = UNSAFE.getReference(thread, INHERITED);
        Object[] table = map == null ? new Object[0] : (Object[]) UNSAFE.getReference(map, TABLE);
        Object[] all = new Object[2 * table.length];
        int[] numbers = new int[table.length];
        int count = 0;
        for (Object entry : table) {
            Object key = entry == null ? null : ((Reference<?>) entry).get();
            if (key != null) {
                int number = UNSAFE.getInt(key, KEY_HASH) * NTH;
                int i = count++;
                for (; i > 0 && numbers[i - 1] > number; i--) {
                    numbers[i] = numbers[i - 1];
                    all[2 * i] = all[2 * i - 2];
                    all[2 * i + 1] = all[2 * i - 1];
                }
                numbers[i] = number;
                all[2 * i] = key;
                all[2 * i + 1] = UNSAFE.getReference(entry, VALUE);
            }
        }
        return Copies.of(all, 2 * count);
    }
}
