/**
 * SCTBench, {@code CS.lazy01_bad}: one thread adds 1 to a datum, another one adds 2, and a third fails if it finds 3;
 * all under one lock.
 *
 * <p>Bug: the third thread's assertion does not hold once both have added. AssertionError.
 *
 * <p>Shown by: the third thread, which is started last, comes last. 0 preemptions: main waits, and any thread may be
 * next.
 *
 * <p>Without parameters.
 */
public class Lazy01 {
    static final Object lock = new Object();
    static int data;

    static void add(int number) {
        synchronized (lock) {
            data += number;
        }
    }

    static void check() {
        synchronized (lock) {
            if (data >= 3) {
                throw new AssertionError("both have added");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {new Thread(() -> add(1)), new Thread(() -> add(2)), new Thread(Lazy01::check)};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
