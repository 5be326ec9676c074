/**
 * A value passes through an array that no other thread can reach, so that no event tells of it.
 *
 * What is asserted is what was put into the array, and that is what was read in x; the other element is nobody's concern.
 *
 * chain: failure <- x/one
 */
public class LocalArray {
    static int x;

    public static void main(String[] args) {
        new Thread(() -> x = 1).start(); // one
        int[] mine = new int[2];
        mine[1] = x; // x
        assert mine[1] == 0;
    }
}
