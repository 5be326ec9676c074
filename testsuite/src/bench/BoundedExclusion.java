/**
 * Algorithms of mutual exclusion for two threads, each of which enters so many times and waits so many rounds at most;
 * who has waited too long goes in all the same, so x may be anything. Nothing fails, and every execution ends.
 *
 * <p>Arguments: the algorithm, and how often. The number of local histories grows exponentially with that, the number
 * of local states does not.
 */
public class BoundedExclusion {
    static final int[] FLAGS = new int[3];
    static int turn = 1, x, y;

    /** The threads are 1 and 2. */
    private static void peterson(int me, int other, int most) {
        FLAGS[me] = 1;
        turn = other;
        int waited = 0;
        while (FLAGS[other] == 1 && turn == other) {
            if (waited++ >= most) {
                break;
            }
        }
        x = me;
        FLAGS[me] = 0;
    }

    private static void dekker(int me, int other, int most) {
        FLAGS[me] = 1;
        for (int tried = 0; tried < most && FLAGS[other] == 1; tried++) {
            if (turn != me) {
                FLAGS[me] = 0;
                int waited = 0;
                while (turn != me) {
                    if (waited++ >= most) {
                        break;
                    }
                }
                FLAGS[me] = 1;
            }
        }
        x = me;
        turn = other;
        FLAGS[me] = 0;
    }

    private static void szymanski(int me, int other, int most) {
        FLAGS[me] = 1;
        int waited = 0;
        while (FLAGS[other] >= 3) {
            if (waited++ >= most) {
                break;
            }
        }
        FLAGS[me] = 3;
        if (FLAGS[other] == 1) {
            FLAGS[me] = 2;
            waited = 0;
            while (FLAGS[other] != 4) {
                if (waited++ >= most) {
                    break;
                }
            }
        }
        FLAGS[me] = 4;
        waited = 0;
        if (me == 1) {
            x = me;
            while (FLAGS[other] == 2 || FLAGS[other] == 3) {
                if (waited++ >= most) {
                    break;
                }
            }
        } else {
            while (FLAGS[other] >= 2) {
                if (waited++ >= most) {
                    break;
                }
            }
            x = me;
        }
        FLAGS[me] = 0;
    }

    private static void lamport(int me, int other, int most) {
        for (int tried = 0; tried < most; tried++) {
            FLAGS[me] = 1;
            x = me;
            int waited = 0;
            if (y != 0) {
                FLAGS[me] = 0;
                while (y != 0) {
                    if (waited++ >= most) {
                        break;
                    }
                }
                continue;
            }
            y = me;
            if (x != me) {
                FLAGS[me] = 0;
                while (FLAGS[other] == 1) {
                    if (waited++ >= most) {
                        break;
                    }
                }
                if (y != me) {
                    waited = 0;
                    while (y != 0) {
                        if (waited++ >= most) {
                            break;
                        }
                    }
                    continue;
                }
            }
            break;
        }
        y = 0;
        FLAGS[me] = 0;
    }

    private static void enter(String algorithm, int me, int most) {
        int other = 3 - me;
        switch (algorithm) {
            case "peterson":
                peterson(me, other, most);
                break;
            case "dekker":
                dekker(me, other, most);
                break;
            case "szymanski":
                szymanski(me, other, most);
                break;
            case "lamport":
                lamport(me, other, most);
                break;
            default:
                throw new IllegalArgumentException(algorithm);
        }
    }

    private static Thread thread(String algorithm, int me, int most) {
        Thread thread = new Thread(() -> {
            for (int i = 0; i < most; i++) {
                enter(algorithm, me, most);
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        int most = Integer.parseInt(args[1]);
        Thread first = thread(args[0], 1, most);
        Thread second = thread(args[0], 2, most);
        first.join();
        second.join();
        System.out.println("done");
    }
}
