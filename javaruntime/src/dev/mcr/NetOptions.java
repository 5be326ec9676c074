package dev.mcr;

/** Options of a socket that the operating system keeps. */
final class NetOptions extends NetState {
    private static final long OPTIONS = 0x4e45544f505401L;

    private final LongMap values = new LongMap();
    private long all;

    NetOptions(long name) {
        super(name, OPTIONS, "options");
    }

    @Override
    long contents() {
        return all;
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
        long value = values.get(key(level, option));
        return value == 0 ? otherwise : value - (1L << 40);
    }
}
