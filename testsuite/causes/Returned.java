/**
 * The value comes back from a call, which gives one of two fields: which one is decided by what it is passed.
 *
 * x was read in get and comes back; y was not read. That x was asked for is a constant of main.
 *
 * chain: failure <- x/one
 */
public class Returned {
    static int x;
    static int y;

    public static void main(String[] args) {
        new Thread(() -> x = 1).start(); // one
        int seen = get(true);
        assert seen == 0;
    }

    static int get(boolean first) {
        if (first) {
            return x; // x
        }
        return y;
    }
}
