package dev.mcr;

/** Options of a socket that the operating system keeps, and whether the socket is closed. */
final class NetOptions extends NetState {
    private static final long OPTIONS = 0x4e45544f505401L;

    private final LongMap values = new LongMap();
    private long all;
    private boolean isClosed;

    NetOptions(long name) {
        super(name, OPTIONS, "options");
    }

    @Override
    long contents() {
        return isClosed ? Hash.mix(OPTIONS, all) : all;
    }

    /** Closes the socket; whether it was open. Who closes it for good is told: another thread may have come before. */
    boolean close(Control me) {
        return update(me, () -> {
            boolean wasOpen = !isClosed;
            isClosed = true;
            return wasOpen;
        });
    }

    private static long key(int level, int option) {
        return ((long) level << 32 | option & 0xffffffffL) + 1;
    }

    void set(Control me, int level, int option, long value) {
        update(me, () -> {
            long key = key(level, option);
            all -= Hash.mix(key, values.get(key));
            // 0 is none.
            values.put(key, value + (1L << 40));
            all += Hash.mix(key, values.get(key));
            return null;
        });
    }

    /** What was set, or else what is given. */
    long get(Control me, int level, int option, long otherwise) {
        look(me);
        return known(level, option, otherwise);
    }

    /** The same, for a thread that has just learned it. */
    long known(int level, int option, long otherwise) {
        long value = values.get(key(level, option));
        return value == 0 ? otherwise : value - (1L << 40);
    }
}
