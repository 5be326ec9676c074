package dev.mcr;

/** The monitors that a thread is in, by name, each as often as it has been entered. */
final class HeldMonitors {
    private long[] names = new long[4];
    private int count;
    private long sum;

    void entered(long monitor) {
        names = count < names.length ? names : Copies.of(names, count * 2);
        names[count++] = monitor;
        sum += Hash.mix(monitor, 1);
    }

    void left(long monitor) {
        for (int i = count - 1; i >= 0; i--) {
            if (names[i] == monitor) {
                System.arraycopy(names, i + 1, names, i, --count - i);
                sum -= Hash.mix(monitor, 1);
                return;
            }
        }
    }

    /** The same for the same monitors, in whatever order they were entered. */
    long hash() {
        return sum;
    }

    long[] all() {
        return Copies.of(names, count);
    }

    boolean haveOneOf(long[] others) {
        for (int i = 0; i < count; i++) {
            for (long other : others) {
                if (names[i] == other) {
                    return true;
                }
            }
        }
        return false;
    }
}
