import java.util.concurrent.Semaphore;

/**
 * A semaphore that is tried until it has a permit. A try that fails changes nothing, so the thread waits for a permit, and
 * what each thread learns is who was first.
 */
public class TryAcquireSpin {
    static final Semaphore free = new Semaphore(1);
    static int count;

    static void once() {
        while (!free.tryAcquire()) {
            Thread.onSpinWait();
        }
        count++;
        free.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(TryAcquireSpin::once);
        Thread t2 = new Thread(TryAcquireSpin::once);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(count);
    }
}
