/**
 * join waits on the thread object, so it gives the monitor of that object away, however often it is held: the thread that needs the
 * monitor gets it.
 */
public class JoinReleasesMonitor {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread() {
            @Override
            public synchronized void run() {
                System.out.println("done");
            }
        };
        synchronized (t) {
            synchronized (t) {
                t.start();
                t.join();
            }
        }
    }
}
