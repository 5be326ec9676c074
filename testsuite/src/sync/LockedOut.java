/**
 * A thread prints two letters while it holds the monitor of the stream, another one prints a third. Printing takes
 * that monitor (not in JDK 19 to
 * 23).
 *
 * Possible: abc, cab; never acb.
 */
public class LockedOut {
    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> {
            synchronized (System.out) {
                System.out.print("a");
                System.out.printf("%s", "b");
            }
        }, () -> System.out.print("c"));
        System.out.println();
    }
}
