package dev.mcr;

/**
 * What a selector of the operating system waits for (epoll): numbers of sockets with what is of interest of each.
 *
 * <p>Who makes something ready leaves a hint, and the selector looks itself whether it is. It notes which hints it has
 * seen before it looks, and takes away those that were of nothing, unless they were left anew meanwhile. So no change
 * gets lost, what is ready is reported again the next time, and a hint too many does no harm.
 *
 * <p>What is ready is reported in the order of the hints, as the system keeps a list of it: what was reported and may
 * still be ready goes to its end.
 */
final class NetSelector extends NetState {
    private static final long SELECTOR = 0x4e455453454c01L;

    static final int IN = 1;
    static final int OUT = 4;
    /** What is ready is told once, until somebody asks for it anew. */
    static final int ONE_SHOT = 1 << 30;

    final long name;
    /** In the order of their numbers. */
    private int[] numbers = new int[4];
    private NetSocket[] sockets = new NetSocket[4];
    private int[] interests = new int[4];
    /** Of each, whether there is a hint, and whether it was seen; or nobody knows whether it was ready so early. */
    private byte[] hinted = new byte[4];
    private static final byte NO = 0, NEW = 1, SEEN = 2, EARLY = 3;
    /** Of each that has a hint, how many hints were there before it. */
    private int[] places = new int[4];
    /**
     * Of each, whether it is told when it is ready: or a thread is looking, and will tell it the last time, or was told.
     */
    private byte[] telling = new byte[4];
    private static final byte ALWAYS = 0, ONCE = 1, LOOKING = 2, TOLD = 3;
    private int count;
    private int hints;
    /** The number of the first one, by which the JDK wakes up who waits. */
    private int wakesUp = -1;

    NetSelector(long name) {
        super(name, SELECTOR, "selector");
        this.name = name;
    }

    @Override
    boolean isReady() {
        return hints > 0;
    }

    @Override
    long contents() {
        long contents = 0;
        for (int i = 0; i < count; i++) {
            contents = Hash.mix(contents, numbers[i]);
            contents = Hash.mix(contents, interests[i] + ((long) hinted[i] << 40) + ((long) telling[i] << 48));
            contents = hinted[i] == NO ? contents : Hash.mix(contents, places[i]);
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
    boolean control(Control me, NetSocket socket, int interest, boolean known) {
        int number = socket.number;
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
                insert(at, socket);
                wakesUp = wakesUp < 0 ? number : wakesUp;
            }
            interests[at] = interest;
            telling[at] = (interest & ONE_SHOT) == 0 ? ALWAYS : ONCE;
            hint(at, hinted[at] == NO || hinted[at] == EARLY ? EARLY : NEW);
            return true;
        });
    }

    private void insert(int at, NetSocket socket) {
        if (count == numbers.length) {
            numbers = Copies.of(numbers, 2 * count);
            sockets = Copies.of(sockets, 2 * count);
            interests = Copies.of(interests, 2 * count);
            hinted = Copies.of(hinted, 2 * count);
            places = Copies.of(places, 2 * count);
            telling = Copies.of(telling, 2 * count);
        }
        for (int i = count++; i > at; i--) {
            numbers[i] = numbers[i - 1];
            sockets[i] = sockets[i - 1];
            interests[i] = interests[i - 1];
            hinted[i] = hinted[i - 1];
            places[i] = places[i - 1];
            telling[i] = telling[i - 1];
        }
        numbers[at] = socket.number;
        sockets[at] = socket;
        interests[at] = 0;
        hinted[at] = NO;
        telling[at] = ALWAYS;
    }

    private void remove(int at) {
        hint(at, NO);
        count--;
        for (int i = at; i < count; i++) {
            numbers[i] = numbers[i + 1];
            sockets[i] = sockets[i + 1];
            interests[i] = interests[i + 1];
            hinted[i] = hinted[i + 1];
            places[i] = places[i + 1];
            telling[i] = telling[i + 1];
        }
    }

    /** A new one comes last. */
    private void hint(int at, byte is) {
        if (hinted[at] == NO && is != NO) {
            places[at] = hints++;
        } else if (hinted[at] != NO && is == NO) {
            hints--;
            for (int i = 0; i < count; i++) {
                places[i] -= hinted[i] != NO && places[i] > places[at] ? 1 : 0;
            }
        }
        hinted[at] = is;
    }

    private void moveToEnd(int at) {
        byte is = hinted[at];
        hint(at, NO);
        hint(at, is);
    }

    /** What is of interest of a number: for those alone who change it, in whatever order the JDK lets them. */
    int interest(int number) {
        return has(number) ? interests[find(number)] : 0;
    }

    /** A state that it watches has changed. */
    void changed(Control me, NetState state) {
        update(me, () -> {
            for (int i = 0; i < count; i++) {
                boolean reads = (interests[i] & IN) != 0 && sockets[i].reads() == state;
                boolean writes = (interests[i] & OUT) != 0
                        && (sockets[i].output == state || sockets[i].attempt == state);
                if (telling[i] != TOLD && (reads || writes)) {
                    if (hinted[i] == EARLY) {
                        moveToEnd(i);
                    }
                    hint(i, NEW);
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
        long since = nanos > 0 && me != null ? VirtualTime.begin(me) : 0;
        long left = nanos;
        while (true) {
            if (nanos != 0 && !await(me, READY, true, left)) {
                Outside.insist(me, sockets, count, nanos);
                return 0;
            }
            Seen seen = update(me, this::see);
            int[] idle = new int[seen.sockets.length];
            int n = 0;
            int none = 0;
            boolean once = false;
            for (int i = 0; i < seen.sockets.length && n < found.length; i++) {
                int is = Network.readiness(me, seen.sockets[i], seen.interests[i]);
                if (is != 0) {
                    found[n] = seen.sockets[i].number;
                    ready[n++] = is;
                    once |= (seen.interests[i] & ONE_SHOT) != 0;
                } else {
                    idle[none++] = seen.sockets[i].number;
                }
            }
            if (none > 0 || once) {
                n = looked(me, found, ready, n, idle, none);
            }
            if (n > 0 || nanos == 0) {
                return n;
            }
            if (nanos > 0 && me != null) {
                left = VirtualTime.left(me, nanos, since);
                if (left <= 0) {
                    return 0;
                }
            }
        }
    }

    /** What has hints, and what is of interest of it. */
    private record Seen(NetSocket[] sockets, int[] interests) {}

    /**
     * The one that wakes up comes first: the system looks at all at once, and what is closed after the wake-up may not
     * be found behind it.
     */
    private Seen see() {
        NetSocket[] all = new NetSocket[hints];
        int[] wanted = new int[hints];
        int first = has(wakesUp) && hinted[find(wakesUp)] != NO ? places[find(wakesUp)] : -1;
        for (int i = 0; i < count; i++) {
            if (hinted[i] == NO) {
                continue;
            }
            int at = places[i] == first ? 0 : places[i] + (places[i] < first ? 1 : 0);
            all[at] = sockets[i];
            wanted[at] = interests[i];
            hinted[i] = SEEN;
            telling[i] = telling[i] == ONCE ? LOOKING : telling[i];
        }
        return new Seen(all, wanted);
    }

    /**
     * The first of these are ready, and told; of the others there were hints of nothing. How many are told: what was
     * closed meanwhile is not, as the system looks at all at once.
     */
    private int looked(Control me, int[] found, int[] ready, int looked, int[] idle, int none) {
        return update(me, () -> {
            int told = 0;
            for (int i = 0; i < looked; i++) {
                if (!has(found[i])) {
                    continue;
                }
                int at = find(found[i]);
                if (telling[at] == LOOKING) {
                    telling[at] = TOLD;
                    hint(at, NO);
                } else if (hinted[at] != NO) {
                    moveToEnd(at);
                }
                found[told] = found[i];
                ready[told++] = ready[i];
            }
            for (int i = 0; i < none; i++) {
                int at = find(idle[i]);
                if (!has(idle[i])) {
                    continue;
                }
                telling[at] = telling[at] == LOOKING ? ONCE : telling[at];
                if (hinted[at] == SEEN) {
                    hint(at, NO);
                }
            }
            return told;
        });
    }
}
