package dev.mcr;

/**
 * What the checker has been told of names: what an object or a location is called is said once for each program that
 * this JVM runs.
 */
final class Labels {
    private Labels() {}

    private static LongSet told = new LongSet();
    /** Objects that outlive executions: no execution names them anew. */
    private static long[] lasting = new long[64];
    private static String[] labels = new String[64];
    private static int count;

    /** True the first time that a name is to be told. */
    static boolean isNew(long name) {
        return told.add(name);
    }

    /** An object that outlives executions is called so. */
    static void lasting(long name, String label) {
        if (isNew(name)) {
            if (count == lasting.length) {
                lasting = Copies.of(lasting, 2 * count);
                labels = Copies.of(labels, 2 * count);
            }
            lasting[count] = name;
            labels[count++] = label;
            Native.labelObject(name, label, true);
        }
    }

    /** Another program begins, of which nothing was told. */
    static void forget() {
        told = new LongSet();
        for (int i = 0; i < count; i++) {
            told.add(lasting[i]);
            Native.labelObject(lasting[i], labels[i], true);
        }
    }
}
