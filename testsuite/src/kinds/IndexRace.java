/**
 * An index is looked at, and used when it may be another one.
 *
 * Possible: done (whichever element it was), or an index out of bounds: the one that the other thread has written, of the array that was there from the beginning.
 */
public class IndexRace {
    static final int[] items = new int[2];
    static int next;

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            next = 2;
        });
        other.start();
        if (next < 2) {
            items[next] = 1;
        }
        System.out.println("done");
    }
}
