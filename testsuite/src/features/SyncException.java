/**
 * A synchronized method that ends with an exception leaves its monitor, so the other thread gets in.
 *
 * Only outcome: 2 true. (Were the monitor kept, the second thread would wait for ever.)
 */
public class SyncException {
    static final SyncException o = new SyncException();
    static boolean caught;
    int n;

    synchronized void fail() {
        n++;
        throw new IllegalArgumentException("expected");
    }

    synchronized void enter() {
        n++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                try {
                    o.fail();
                } catch (IllegalArgumentException e) {
                    caught = true;
                }
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                o.enter();
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(o.n + " " + caught);
    }
}
