/**
 * A thread has the stack that it was made with: one of 256 MB is deep enough for 100,000 calls, before and after others had one of the
 * usual size.
 *
 * Possible: 0 or 1 is read.
 */
public class StackSizes {
    static int x;
    static int read;
    static int deep;

    static int depth(int n) {
        return n == 0 ? 0 : 1 + depth(n - 1);
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            Thread usual = new Thread(() -> read = x + depth(10) - 10);
            usual.start();
            x = 1;
            usual.join();
            Thread large = new Thread(null, () -> deep += depth(100_000), "large", 256 << 20);
            large.start();
            large.join();
        }
        System.out.println(read + " " + deep);
    }
}
