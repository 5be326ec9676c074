package dev.mcr;

import jdk.internal.misc.Unsafe;

/**
 * Memory of direct buffers, and of segments, that the program makes. Programs ask where it is, and threads hand that
 * on, so the address has to follow from what a thread has done: each thread has a region of its own, at a place that
 * its name decides, and so has each static initialiser that tells nothing. In it one piece comes after the other. So it
 * is no event.
 *
 * <p>Nothing is given back before the execution ends: the JVM does so whenever it finds that a buffer is garbage. Where
 * there is no room, or two threads have the same region, the JVM does the work.
 */
final class DirectMemory {
    private DirectMemory() {}

    private static final Unsafe UNSAFE = ClassInfo.UNSAFE;
    /** As in the agent (arena.rs). */
    private static final long BEGIN = 0x3000_0000_0000L, REGION = 1L << 30, REGIONS = 1 << 14;
    /** What the JVM's own allocator promises; the JDK aligns to whole pages by itself. */
    private static final long UNIT = 16;
    private static final int KIND = 127;

    /** Over all executions, by address: 1 for a region that is there, 2 for one that the system refuses. */
    private static final LongMap MAPPED = new LongMap();
    /** In this execution, by address of a region: whose it is, and how much of it is used. */
    private static LongMap owners = new LongMap();
    private static LongMap used = new LongMap();
    private static long[] regions = {};

    /** The thread that runs makes a direct buffer: {@code ByteBuffer.allocateDirect}, called by the program. */
    private static boolean makesBuffer;

    static void reset() {
        makesBuffer = false;
        for (long region : regions) {
            Native.clearMemory(region, used.get(region));
        }
        if (regions.length > 0) {
            owners = new LongMap();
            used = new LongMap();
            regions = new long[0];
        }
    }

    static java.nio.ByteBuffer buffer(int capacity) {
        Control me = Hooks.self();
        if (me != null) {
            me.changes();
            makesBuffer = true;
        }
        try {
            return java.nio.ByteBuffer.allocateDirect(capacity);
        } finally {
            makesBuffer = false;
        }
    }

    /** {@code Unsafe.allocateMemory}, called by code of the JDK. */
    static long allocate(long bytes) {
        Control me = Hooks.self();
        boolean forProgram = me != null && bytes > 0 && bytes <= REGION && (makesBuffer || isInArena(me));
        long address = forProgram ? place(me, bytes) : 0;
        return address != 0 ? address : UNSAFE.allocateMemory(bytes);
    }

    /** {@code Unsafe.freeMemory}, called by whoever finds that it is garbage. */
    static void free(long address) {
        if (address < BEGIN || address >= BEGIN + REGION * REGIONS) {
            UNSAFE.freeMemory(address);
        }
    }

    /** Whether the program has called a method of an arena, which allocates a segment. */
    private static boolean isInArena(Control me) {
        return me.opaqueCalls != null && me.opaqueCalls.receiver != null
                && me.opaqueCalls.receiver.getClass().getName().startsWith("jdk.internal.foreign.ArenaImpl");
    }

    /** The next piece in the region of the thread; 0 if there is none. */
    private static long place(Control me, long bytes) {
        long owner = Hash.notNull(Hash.mix(me.isSilent() ? me.initialisers.key : me.id, KIND));
        long region = BEGIN + Long.remainderUnsigned(owner, REGIONS) * REGION;
        if (MAPPED.get(region) == 0) {
            MAPPED.put(region, Native.mapRegion(region) ? 1 : 2);
        }
        long begin = used.get(region);
        long length = (bytes + UNIT - 1) & -UNIT;
        if (MAPPED.get(region) != 1 || begin != 0 && owners.get(region) != owner || length > REGION - begin) {
            return 0;
        }
        if (begin == 0) {
            owners.put(region, owner);
            regions = Copies.of(regions, regions.length + 1);
            regions[regions.length - 1] = region;
        }
        used.put(region, begin + length);
        return region + begin;
    }
}
