package dev.mcr;

/**
 * What a selector of the operating system waits for (epoll): numbers of sockets with what is of interest of each.
 *
 * <p>Who makes something ready leaves a hint, and the selector looks itself whether it is. It takes hints away before it
 * looks, and leaves those of what it has found ready: that is reported again the next time. So no change gets lost, and
 * a hint too many does no harm.
 */
final class NetSelector extends NetState {
    private static final long SELECTOR = 0x4e455453454c01L;

    static final int IN = 1;
    static final int OUT = 4;
    static final int ERROR = 8;
    static final int ONE_SHOT = 1 << 30;

    final long name;
    /** In the order of their numbers. */
    private int[] numbers = new int[4];
    private int[] interests = new int[4];
    private boolean[] hinted = new boolean[4];
    private int count;
    private int hints;

    NetSelector(long name) {
        super(name, SELECTOR, "selector");
        this.name = name;
    }

    @Override
    boolean isReady() {
        return hints > 0;
    }

    @Override
    boolean isFull() {
        return false;
    }

    @Override
    long waits() {
        return 0;
    }

    @Override
    long contents() {
        long contents = 0;
        for (int i = 0; i < count; i++) {
            contents = Hash.mix(Hash.mix(contents, numbers[i]), interests[i] + (hinted[i] ? 1L << 40 : 0));
        }
        return contents;
    }

    private int find(int number) {
        int at = 0;
        while (at < count && numbers[at] < number) {
            at++;
        }
        return at;
    }

    private boolean has(int number) {
        int at = find(number);
        return at < count && numbers[at] == number;
    }

    /** What is of interest of a number from now on; nothing if 0. False if it is not as {@code known}. */
    boolean control(Control me, int number, int interest, boolean known) {
        return update(me, () -> {
            if (has(number) != known) {
                return false;
            }
            int at = find(number);
            if (interest == 0) {
                remove(at);
                return true;
            }
            if (!known) {
                insert(at, number);
            }
            interests[at] = interest;
            hint(at, true);
            return true;
        });
    }

    private void insert(int at, int number) {
        if (count == numbers.length) {
            numbers = Copies.of(numbers, 2 * count);
            interests = Copies.of(interests, 2 * count);
            hinted = Copies.of(hinted, 2 * count);
        }
        for (int i = count++; i > at; i--) {
            numbers[i] = numbers[i - 1];
            interests[i] = interests[i - 1];
            hinted[i] = hinted[i - 1];
        }
        numbers[at] = number;
        interests[at] = 0;
        hinted[at] = false;
    }

    private void remove(int at) {
        hint(at, false);
        count--;
        for (int i = at; i < count; i++) {
            numbers[i] = numbers[i + 1];
            interests[i] = interests[i + 1];
            hinted[i] = hinted[i + 1];
        }
    }

    private void hint(int at, boolean is) {
        if (hinted[at] != is) {
            hinted[at] = is;
            hints += is ? 1 : -1;
        }
    }

    /** A state that it watches has changed. */
    void changed(Control me, NetState state) {
        update(me, () -> {
            for (int i = 0; i < count; i++) {
                NetSocket socket = Network.known(numbers[i]);
                if (socket != null && (socket.reads() == state || socket.output == state)) {
                    hint(i, true);
                }
            }
            return null;
        });
    }

    /**
     * Waits until something is ready, but no longer than this (for ever if negative); how many, with the numbers and
     * what each is ready for.
     */
    int select(Control me, int[] found, int[] ready, long nanos) {
        while (true) {
            if (nanos != 0 && !await(me, READY, true, nanos)) {
                return 0;
            }
            int[][] taken = update(me, this::take);
            int n = 0;
            for (int i = 0; i < taken[0].length && n < found.length; i++) {
                int is = Network.readiness(me, taken[0][i], taken[1][i]);
                if (is != 0) {
                    found[n] = taken[0][i];
                    ready[n++] = is;
                }
            }
            if (n > 0) {
                int all = n;
                update(me, () -> {
                    for (int i = 0; i < all; i++) {
                        again(found[i]);
                    }
                    return null;
                });
                return n;
            }
            if (nanos == 0) {
                return 0;
            }
        }
    }

    private int[][] take() {
        int[] all = new int[hints];
        int[] wanted = new int[hints];
        int n = 0;
        for (int i = 0; i < count; i++) {
            if (hinted[i]) {
                all[n] = numbers[i];
                wanted[n++] = interests[i];
                hint(i, false);
            }
        }
        return new int[][] {all, wanted};
    }

    /** It was ready, and will be asked again, unless it was of interest once. */
    private void again(int number) {
        if (!has(number)) {
            return;
        }
        int at = find(number);
        if ((interests[at] & ONE_SHOT) != 0) {
            interests[at] = ONE_SHOT;
        } else {
            hint(at, true);
        }
    }
}
