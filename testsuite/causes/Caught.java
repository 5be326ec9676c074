/**
 * An exception is caught, and the handler sets a flag, which is asserted.
 *
 * x is 0, so the division throws; that was written by main. The flag is set by the handler, where one comes only by that.
 *
 * chain: failure <- failed/set
 * chain: failed <- x/zero
 */
public class Caught {
    static int x = 1;
    static boolean failed;

    public static void main(String[] args) {
        new Thread(() -> {
            try {
                System.out.println(10 / x); // x
            } catch (ArithmeticException e) {
                failed = true; // set
            }
        }).start();
        x = 0; // zero
        assert !failed; // failed
    }
}
