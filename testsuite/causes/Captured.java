/**
 * A lambda has captured what its maker had read.
 *
 * main reads x into a local variable and starts a thread with it, which asserts it. x is read by main, so the way leads
 * through the lambda's captured value back into main.
 *
 * chain: failure <- x/one
 */
public class Captured {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> x = 1).start(); // one
        int seen = x; // x
        Thread checks = new Thread(() -> {
            assert seen == 0;
        });
        checks.start();
    }
}
