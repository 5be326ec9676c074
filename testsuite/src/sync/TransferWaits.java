import java.util.concurrent.LinkedTransferQueue;

/**
 * transfer ends only when the item is taken; tryTransfer fails while nobody waits.
 */
public class TransferWaits {
    static final LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
    static volatile boolean transferred;

    public static void main(String[] args) throws InterruptedException {
        boolean tried = queue.tryTransfer(0);
        Thread t = Par.start(() -> {
            queue.transfer(1);
            transferred = true;
        });
        boolean before = transferred;
        int got = queue.take();
        t.join();
        System.out.println(tried + " " + before + " " + got + " " + transferred);
    }
}
