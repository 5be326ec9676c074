/**
 * A lambda carries the value that main has read into a thread that never reads x itself.
 *
 * Possible: 1 (main read 0), 11 (main read 1).
 */
public class Lambda {
    static int x, y;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> x = 1);
        writer.start();
        int r = x;
        Thread t = new Thread(() -> y = r * 10 + 1);
        t.start();
        t.join();
        writer.join();
        System.out.println(y);
    }
}
