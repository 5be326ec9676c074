/**
 * A volatile field makes no increment atomic. Possible: 1, 2.
 */
public class VolatileIncrementLoses {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> x++, () -> x++);
        System.out.println(x);
    }
}
