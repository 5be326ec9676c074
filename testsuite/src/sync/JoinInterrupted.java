/**
 * An interrupt ends a join. The thread that is joined waits until main has got the exception, so join cannot end otherwise.
 */
public class JoinInterrupted {
    static final Object m = new Object();
    static boolean set;

    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        Thread t = Par.start(() -> {
            synchronized (m) {
                while (!set) {
                    m.wait();
                }
            }
        });
        Thread i = Par.start(() -> main.interrupt());
        try {
            t.join();
            System.out.println("joined");
        } catch (InterruptedException e) {
            System.out.println("interrupted, flag " + main.isInterrupted());
        }
        synchronized (m) {
            set = true;
            m.notify();
        }
        t.join();
        i.join();
    }
}
