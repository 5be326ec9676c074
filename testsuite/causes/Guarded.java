/**
 * The bad write is a constant; that it happens was decided by a read.
 *
 * The assertion reads x, written in the branch; the branch was decided by ready, which main has written. The value of other
 * is printed in the branch, and decides nothing.
 *
 * chain: failure <- x/bad
 * chain: x <- ready/set
 */
public class Guarded {
    static int x;
    static boolean ready;
    static int other;

    public static void main(String[] args) {
        new Thread(() -> {
            if (ready) { // ready
                System.out.println(other);
                x = 1; // bad
            }
        }).start();
        ready = true; // set
        assert x == 0; // x
    }
}
