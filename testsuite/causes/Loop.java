/**
 * A sum is made in a loop: each of the elements goes into it.
 *
 * All three reads are made at one place, and each may be what is wrong: the sum depends on itself in the round before. The
 * first and the last were written by main; the second one by the thread.
 *
 * chain: failure <- element/main
 * chain: failure <- element/other
 * chain: failure <- element/main
 */
public class Loop {
    static final int[] NUMBERS = new int[3];

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            NUMBERS[i] = 1; // main
        }
        new Thread(() -> NUMBERS[1] = 5).start(); // other
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += NUMBERS[i]; // element
        }
        assert sum == 3;
    }
}
