import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Four algorithms of mutual exclusion, over plain or volatile variables. Each of two threads tries to enter once, counts, and leaves; who
 * has waited too often does not enter at all.
 *
 * <p>Arguments: {@code dekker|peterson|lamport|bakery plain|volatile}. What is printed is how many have entered and how many of them were counted. All four rely
 * on the order of a write and a later read of another variable, so that under TSO and PSO, with plain variables, both threads can be inside at
 * once and one is not counted: an exception. Under SC, and with volatile variables, nobody is lost.
 */
public class Exclusion {
    /** How often a thread looks once more. */
    static final int B = 1;

    /** Variables by number. */
    interface Variables {
        int get(int variable);

        void set(int variable, int value);
    }

    static final class Plain implements Variables {
        private final int[] values = new int[5];

        @Override
        public int get(int variable) {
            return values[variable];
        }

        @Override
        public void set(int variable, int value) {
            values[variable] = value;
        }
    }

    static final class Volatile implements Variables {
        private final AtomicIntegerArray values = new AtomicIntegerArray(5);

        @Override
        public int get(int variable) {
            return values.get(variable);
        }

        @Override
        public void set(int variable, int value) {
            values.set(variable, value);
        }
    }

    /** Of thread 1; that of thread 2 is the next one. */
    static final int FLAG = 0;
    static final int NUMBER = 2;
    static final int TURN = 2;
    static final int X = 3;
    static final int Y = 4;

    static int counted;

    /** A thread that tries to enter. Variables are called as in the papers. */
    static final class Client extends Thread {
        private final String algorithm;
        private final Variables shared;
        private final int i;
        private final int j;
        boolean entered;

        Client(String algorithm, Variables shared, int i) {
            this.algorithm = algorithm;
            this.shared = shared;
            this.i = i;
            this.j = 3 - i;
        }

        @Override
        public void run() {
            entered = enter();
            if (entered) {
                counted++;
                leave();
            }
        }

        private boolean enter() {
            switch (algorithm) {
                case "dekker":
                    return dekker();
                case "peterson":
                    return peterson();
                case "lamport":
                    return lamport();
                default:
                    return bakery();
            }
        }

        private void leave() {
            switch (algorithm) {
                case "dekker":
                    shared.set(TURN, j);
                    break;
                case "lamport":
                    shared.set(Y, 0);
                    break;
                case "bakery":
                    shared.set(NUMBER + i - 1, 0);
                    return;
                default:
                    break;
            }
            flag(0);
        }

        private void flag(int value) {
            shared.set(FLAG + i - 1, value);
        }

        private boolean othersFlag() {
            return shared.get(FLAG + j - 1) == 1;
        }

        private boolean dekker() {
            int n1 = 0;
            int n2 = 0;
            flag(1);
            while (othersFlag()) {
                if (n2++ > B) {
                    return false;
                }
                if (shared.get(TURN) == j) {
                    flag(0);
                    while (shared.get(TURN) == j) {
                        if (n1++ > B) {
                            return false;
                        }
                    }
                    flag(1);
                }
            }
            return true;
        }

        private boolean peterson() {
            int n = 0;
            flag(1);
            shared.set(TURN, j);
            while (othersFlag() && shared.get(TURN) == j) {
                if (n++ > B) {
                    return false;
                }
            }
            return true;
        }

        private boolean lamport() {
            int n = 0;
            while (n <= B) {
                flag(1);
                shared.set(X, i);
                if (shared.get(Y) != 0) {
                    flag(0);
                    while (shared.get(Y) != 0) {
                        if (n++ > B) {
                            return false;
                        }
                    }
                    continue;
                }
                shared.set(Y, i);
                if (shared.get(X) == i) {
                    return true;
                }
                flag(0);
                while (othersFlag()) {
                    if (n++ > B) {
                        return false;
                    }
                }
                if (shared.get(Y) == i) {
                    return true;
                }
                n++;
            }
            return false;
        }

        private boolean bakery() {
            int n = 0;
            flag(1);
            int number = 1 + Math.max(shared.get(NUMBER), shared.get(NUMBER + 1));
            shared.set(NUMBER + i - 1, number);
            flag(0);
            while (othersFlag()) {
                if (n++ > B) {
                    return false;
                }
            }
            while (true) {
                int other = shared.get(NUMBER + j - 1);
                if (other == 0 || other > number || other == number && j > i) {
                    return true;
                }
                if (n++ > B) {
                    return false;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Variables shared = args[1].equals("plain") ? new Plain() : new Volatile();
        Client first = new Client(args[0], shared, 1);
        Client second = new Client(args[0], shared, 2);
        first.start();
        second.start();
        first.join();
        second.join();
        int entered = (first.entered ? 1 : 0) + (second.entered ? 1 : 0);
        System.out.println(entered + " " + counted);
        if (entered != counted) {
            throw new IllegalStateException("not alone");
        }
    }
}
