/**
 * What has not been done is not asked about: a chain is a dynamic slice.
 *
 * The thread would have overwritten x if it had read true in skipped's place, and the assertion would hold. The write that
 * main has found depends on nothing that was read: the chain ends there, although another value of "skipped" would have
 * prevented the failure (docs/reports.md, "What a chain does not say").
 *
 * chain: failure <- x/one
 */
public class NotOverwritten {
    static int x;
    static boolean skipped = true;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            x = 1; // one
            if (!skipped) {
                x = 0;
            }
        });
        other.start();
        other.join();
        int seen = x; // x
        assert seen == 0;
    }
}
