/**
 * Two threads take two locks in opposite orders: each can hold one and wait for the other.
 */
public class TestDeadLock {
    static final Object m1 = new Object();
    static final Object m2 = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread("first") {
            @Override
            public void run() {
                synchronized (m1) {
                    synchronized (m2) {
                    }
                }
            }
        };
        Thread t2 = new Thread("second") {
            @Override
            public void run() {
                synchronized (m2) {
                    synchronized (m1) {
                    }
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
