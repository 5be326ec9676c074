/**
 * yield and onSpinWait promise nothing: main may read before or after the write. Possible: 0, 1.
 */
public class YieldGivesNoOrder {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            Thread.yield();
            x = 1;
        });
        Thread.yield();
        Thread.onSpinWait();
        int seen = x;
        t.join();
        System.out.println(seen);
    }
}
