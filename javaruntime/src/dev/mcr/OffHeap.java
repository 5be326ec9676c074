package dev.mcr;

import jdk.internal.misc.Unsafe;

/**
 * Memory that the program asks {@code Unsafe} for. An address is a value that threads may hand on, so it has to follow
 * from what has happened: it is in memory that is at the same place in every JVM, and what is free there depends on the
 * order of calls, which are updates of the state of all memory outside of the heap ({@link NativeCalls}).
 *
 * <p>When an execution begins, this memory is empty: zeros, where the JVM promises nothing.
 */
final class OffHeap {
    private OffHeap() {}

    private static final Unsafe UNSAFE = ClassInfo.UNSAFE;
    private static final long UNIT = 16;

    private static long begin;
    private static long end;
    /** Everything from here on was never used in this execution. */
    private static long unused;
    /**
     * How long the pieces are that are in use, and those that were, each with the one of its length that was free
     * before it.
     */
    private static LongMap lengths = new LongMap();
    private static LongMap free = new LongMap();
    private static LongMap next = new LongMap();

    static void reset() {
        if (unused != begin) {
            Native.clearMemory(begin, unused - begin);
            unused = begin;
            lengths = new LongMap();
            free = new LongMap();
            next = new LongMap();
        }
    }

    /**
     * {@code Unsafe.allocateMemory}. What cannot be done here (there is too little of it, the size is illegal) the JVM
     * does.
     */
    static long allocate(Control me, long bytes) {
        if (me == null || bytes <= 0) {
            return UNSAFE.allocateMemory(bytes);
        }
        NativeCalls.memoryUsed();
        me.changes();
        if (end == 0) {
            long[] arena = Native.arena();
            begin = arena[0];
            end = begin + arena[1];
            unused = begin;
        }
        if (bytes > end - unused - UNIT) {
            return UNSAFE.allocateMemory(bytes);
        }
        long length = (bytes + UNIT - 1) & -UNIT;
        long address = free.get(length);
        if (address != 0) {
            free.put(length, next.get(address));
        } else {
            address = unused;
            unused += length;
        }
        lengths.put(address, length);
        return address;
    }

    static long reallocate(Control me, long address, long bytes) {
        if (!isOurs(address) && (me == null || bytes <= 0 || address != 0)) {
            return UNSAFE.reallocateMemory(address, bytes);
        }
        long made = bytes == 0 ? 0 : allocate(me, bytes);
        if (address != 0) {
            UNSAFE.copyMemory(address, made, Math.min(bytes, lengths.get(address)));
            free(me, address);
        }
        return made;
    }

    static void free(Control me, long address) {
        if (!isOurs(address)) {
            UNSAFE.freeMemory(address);
            return;
        }
        if (me != null) {
            NativeCalls.memoryUsed();
            me.changes();
        }
        long length = lengths.get(address);
        if (length != 0) {
            lengths.put(address, 0);
            next.put(address, free.get(length));
            free.put(length, address);
        }
    }

    private static boolean isOurs(long address) {
        return address >= begin && address < unused;
    }
}
