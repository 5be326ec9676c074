/**
 * The same instruction reads an array that two threads share, and one that main alone can reach: of the latter no event
 * tells.
 *
 * The assertion is about what main has put into its own array, which it has read in x. The method that reads it is
 * called by the other thread with the shared array, of which there are events; main has made none there.
 *
 * chain: failure <- x/one
 */
public class LocalArrayToo {
    static final int[] SHARED = new int[1];
    static int x;

    public static void main(String[] args) {
        new Thread(() -> {
            first(SHARED);
            x = 1; // one
        }).start();
        SHARED[0] = 0;
        int[] mine = new int[1];
        mine[0] = x; // x
        assert first(mine) == 0;
    }

    static int first(int[] numbers) {
        return numbers[0];
    }
}
