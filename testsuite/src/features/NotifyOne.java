/**
 * notify wakes one thread: if both wait, the other one waits for ever.
 *
 * Possible: done (at most one of them was waiting), or a deadlock without output (both were).
 */
public class NotifyOne {
    static final Object m = new Object();
    static boolean go;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                synchronized (m) {
                    while (!go) {
                        try {
                            m.wait();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                }
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                synchronized (m) {
                    while (!go) {
                        try {
                            m.wait();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                }
            }
        };
        Thread t3 = new Thread() {
            @Override
            public void run() {
                synchronized (m) {
                    go = true;
                    m.notify();
                }
            }
        };
        t1.start();
        t2.start();
        t3.start();
        t1.join();
        t2.join();
        t3.join();
        System.out.println("done");
    }
}
