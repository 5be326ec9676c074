/**
 * A number becomes 0 before it is divided by.
 *
 * Possible: 5, or a division by zero, which the other thread has written.
 */
public class DivideRace {
    static int parts;

    public static void main(String[] args) {
        parts = 2;
        Thread other = new Thread(() -> {
            parts = 0;
        });
        other.start();
        int share = 10 / parts;
        System.out.println(share);
    }
}
