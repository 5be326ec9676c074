/**
 * Dekker's mutual exclusion with bounded waiting (B = 1).
 *
 * <p>A thread that has waited too often goes on all the same, so both can be in the critical section and a thread can
 * read the other's x: the exception is reachable. 84 behaviours under SC, 86 under TSO, 154 under PSO.
 */
public class Dekker {
    static final int B = 1;
    static int f1, f2, turn = 1, x;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                int n1 = 0;
                int n2 = 0;
                f1 = 1;
                while (f2 == 1) {
                    if (n2++ > B) {
                        break;
                    }
                    if (turn != 1) {
                        f1 = 0;
                        while (turn != 1) {
                            if (n1++ > B) {
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
                    if (n2++ > B) {
                        break;
                    }
                    if (turn != 2) {
                        f2 = 0;
                        while (turn != 2) {
                            if (n1++ > B) {
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
