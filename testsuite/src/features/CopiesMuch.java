/**
 * A thread copies an array of 12,000 elements that the other thread may write, which is an event for each of them:
 * more than {@code max-events} allows at first. Such an execution is on its way somewhere, so it may go on.
 *
 * <p>Main writes the first element before the copy has read it, or after: 1 or 0.
 */
public class CopiesMuch {
    static final byte[] SHARED = new byte[12_000];
    static byte copied;

    public static void main(String[] args) throws InterruptedException {
        Thread copier = new Thread(() -> copied = SHARED.clone()[0]);
        copier.start();
        SHARED[0] = 1;
        copier.join();
        System.out.println(copied);
    }
}
