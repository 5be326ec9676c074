import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Limits of a queue, a latch and a semaphore, against one who serves all three after 20 milliseconds. */
public class QueueOrSleep {
    public static void main(String[] args) throws InterruptedException {
        ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        CountDownLatch latch = new CountDownLatch(1);
        Semaphore semaphore = new Semaphore(0);
        Thread server = Par.start(() -> {
            Thread.sleep(20);
            queue.add("there");
            latch.countDown();
            semaphore.release();
        });
        String first = queue.poll(5, TimeUnit.MILLISECONDS);
        boolean second = latch.await(5, TimeUnit.MILLISECONDS);
        boolean third = semaphore.tryAcquire(5, TimeUnit.MILLISECONDS);
        String last = queue.poll(10, TimeUnit.MILLISECONDS);
        boolean opened = latch.await(1, TimeUnit.DAYS);
        boolean acquired = semaphore.tryAcquire(1, TimeUnit.DAYS);
        server.join();
        System.out.println(first + " " + second + " " + third + " " + last + " " + opened + " " + acquired);
    }
}
