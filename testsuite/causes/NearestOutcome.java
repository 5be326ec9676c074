/**
 * Of two outcomes that are expected the one that is nearest to what is printed counts, and what is between the first
 * difference from it and the last is wrong: here the number in the middle.
 *
 * Of three numbers, which are 1 1 3, the first and the last are those of the expected 1 2 3; 4 5 3 has only the last one.
 * The number in the middle was read in y, between the two writes.
 *
 * expected: 4 5 3
 * expected: 1 2 3
 * expected: 1 0 3
 * chain: failure <- y/early
 */
public class NearestOutcome {
    static int x;
    static int y;
    static int z = 3;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            x = 1;
            y = 1; // early
            y = 2;
        });
        other.start();
        int middle = y; // y
        other.join();
        System.out.print(x + " ");
        System.out.print(middle + " ");
        System.out.println(z);
    }
}
