/**
 * An element of an array: the index is what another thread has written.
 *
 * The assertion is about the element, which has its initial value; that it is this one is decided by next.
 *
 * chain: failure <- element/initial
 * chain: element <- next/set
 */
public class Element {
    static final int[] NUMBERS = new int[2];
    static int next;

    public static void main(String[] args) {
        NUMBERS[0] = 7;
        new Thread(() -> next = 1).start(); // set
        int index = next; // next
        assert NUMBERS[index] == 7; // element
    }
}
