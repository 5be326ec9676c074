/**
 * The same with an index that is read once.
 *
 * Only outcome: done.
 */
public class IndexGuarded {
    static final int[] items = new int[2];
    static int next;

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            next = 2;
        });
        other.start();
        int index = next;
        if (index < 2) {
            items[index] = 1;
        }
        System.out.println("done");
    }
}
