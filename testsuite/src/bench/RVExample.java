/**
 * The running example of the papers on maximal causality: an error behind a chain of conditions on two shared
 * variables.
 *
 * <p>The second thread goes on after it has seen the error and fails at its end, so that the error does not hide what
 * follows it: 107 behaviours under SC and TSO, 137 under PSO.
 */
public class RVExample {
    static final Object lock = new Object();
    static int x, y;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                for (int i = 0; i < 2; i++) {
                    synchronized (lock) {
                        x = 0;
                    }
                    if (x > 0) {
                        y++;
                        x = 2;
                    }
                }
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                boolean error = false;
                for (int i = 0; i < 2; i++) {
                    if (x > 1) {
                        if (y == 3) {
                            error = true;
                        } else {
                            y = 2;
                        }
                    }
                }
                if (error) {
                    throw new IllegalStateException("y was 3");
                }
            }
        };
        t1.start();
        t2.start();
        for (int i = 0; i < 2; i++) {
            synchronized (lock) {
                x = 1;
                y = 1;
            }
        }
        t1.join();
        t2.join();
        System.out.println("done");
    }
}
