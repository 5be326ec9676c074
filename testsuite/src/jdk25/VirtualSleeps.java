/**
 * A virtual thread sleeps before it writes; that gives no order. Possible: 0, 1.
 */
public class VirtualSleeps {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            x = 1;
        });
        int seen = x;
        t.join();
        System.out.println(seen);
    }
}
