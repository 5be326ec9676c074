/**
 * notifyAll wakes everyone that waits, and the flag keeps those away that come later.
 *
 * Only outcome: done.
 */
public class NotifyAll {
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
                    m.notifyAll();
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
