/**
 * A wait gives the monitor up whatever its depth, and has it back at that depth afterwards.
 *
 * Only outcome: done. (Were one level kept, the second thread could never set the flag.)
 */
public class ReentrantWait {
    static final Object m = new Object();
    static boolean go;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                synchronized (m) {
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
            }
        };
        Thread t2 = new Thread() {
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
        t1.join();
        t2.join();
        System.out.println("done");
    }
}
