/**
 * The same with a number that is read once and looked at.
 *
 * Possible: 5, none.
 */
public class DivideGuarded {
    static int parts;

    public static void main(String[] args) {
        parts = 2;
        Thread other = new Thread(() -> {
            parts = 0;
        });
        other.start();
        int divisor = parts;
        System.out.println(divisor == 0 ? "none" : "" + 10 / divisor);
    }
}
