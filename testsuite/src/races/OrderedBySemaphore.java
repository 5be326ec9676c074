import java.util.concurrent.Semaphore;

/** A semaphore as a lock. */
public class OrderedBySemaphore {
    static final Semaphore permit = new Semaphore(1);
    static int count;

    static void add() {
        permit.acquireUninterruptibly();
        count++;
        permit.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(OrderedBySemaphore::add);
        other.start();
        add();
        permit.availablePermits();
        other.join();
        System.out.println(count);
    }
}
