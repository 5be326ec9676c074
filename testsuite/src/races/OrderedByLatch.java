import java.util.concurrent.CountDownLatch;

/** Data behind a latch. */
public class OrderedByLatch {
    static int data;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch written = new CountDownLatch(1);
        new Thread(() -> {
            data = 7;
            written.countDown();
        }).start();
        written.getCount();
        written.await();
        System.out.println(data);
    }
}
