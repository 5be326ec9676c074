/**
 * Main loops for ever, and each round is another one.
 */
public class EndlessCounting {
    static int x;

    public static void main(String[] args) {
        while (true) {
            x = x + 1;
        }
    }
}
