/**
 * A thread that is stuck and catches everything must not disturb the next execution.
 *
 * <p>It waits again whatever happens, so every execution ends in a deadlock, after main has printed 0 or 1.
 */
public class Stubborn {
    static final Object m = new Object();
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread() {
            @Override
            public void run() {
                while (true) {
                    try {
                        x = 1;
                        synchronized (m) {
                            m.wait();
                        }
                    } catch (Throwable e) {
                        continue;
                    } finally {
                        x = 1;
                    }
                }
            }
        };
        t.start();
        System.out.println(x);
        t.join();
    }
}
