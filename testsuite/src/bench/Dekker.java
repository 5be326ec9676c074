/**
 * Dekker's mutual exclusion with bounded waiting: B rounds (the argument; 1 by default).
 *
 * <p>A thread that has waited too often goes on all the same, so both can be in the critical section and a thread can
 * read the other's x: the exception is reachable. With B = 1: 84 behaviours under SC, 86 under TSO, 154 under PSO.
 */
public class Dekker {
    static int f1, f2, turn = 1, x;

    public static void main(String[] args) throws InterruptedException {
        final int bound = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        Thread t1 = new Thread() {
            @Override
            public void run() {
                int n1 = 0;
                int n2 = 0;
                f1 = 1;
                while (f2 == 1) {
                    if (n2++ > bound) {
                        break;
                    }
                    if (turn != 1) {
                        f1 = 0;
                        while (turn != 1) {
                            if (n1++ > bound) {
                                break;
                            }
                        }
                        f1 = 1;
                    }
                }
                x = 1;
                if (x != 1) {
                    throw new IllegalStateException("thread 1 is not alone");
                }
                turn = 2;
                f1 = 0;
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                int n1 = 0;
                int n2 = 0;
                f2 = 1;
                while (f1 == 1) {
                    if (n2++ > bound) {
                        break;
                    }
                    if (turn != 2) {
                        f2 = 0;
                        while (turn != 2) {
                            if (n1++ > bound) {
                                break;
                            }
                        }
                        f2 = 1;
                    }
                }
                x = 2;
                if (x != 2) {
                    throw new IllegalStateException("thread 2 is not alone");
                }
                turn = 1;
                f2 = 0;
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println("done");
    }
}
