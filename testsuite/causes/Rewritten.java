/**
 * A variable is set twice by the reader: only what was read last is in it.
 *
 * x is read first, and overwritten by what y holds. The read of x is before that of y, in another line.
 *
 * chain: failure <- y/two
 */
public class Rewritten {
    static int x;
    static int y;

    public static void main(String[] args) {
        new Thread(() -> {
            x = 1;
            y = 2; // two
        }).start();
        int seen = x;
        seen = y; // y
        assert seen == 0;
    }
}
