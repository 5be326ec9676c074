/**
 * What is asserted is what was read, and that is a constant that the other thread has written.
 *
 * The write of a constant depends on nothing that was read: the chain ends there. y is read before, and thrown away.
 *
 * chain: failure <- x/one
 */
public class Straight {
    static int x;
    static int y;

    public static void main(String[] args) {
        new Thread(() -> {
            y = 1;
            x = 1; // one
        }).start();
        int unused = y;
        int seen = x; // x
        assert seen == 0;
    }
}
