/**
 * Sleeping is no way to let others go first: main may read before or after the write of a thread that sleeps before it writes.
 * Possible: 0, 1.
 */
public class SleepGivesNoOrder {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            Thread.sleep(10);
            x = 1;
        });
        int seen = x;
        t.join();
        System.out.println(seen);
    }
}
