/**
 * A static synchronized method and a block on the class object use one monitor.
 *
 * Only outcome: 2, no update is lost.
 */
public class StaticSync {
    static int n;

    static synchronized void add() {
        n++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                add();
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                synchronized (StaticSync.class) {
                    n++;
                }
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(n);
    }
}
