/**
 * One interrupt is seen by exactly one call of interrupted, since that clears the flag.
 *
 * <p>main asks twice while the other thread runs, and once after its end: exactly one answer is true, and each can be.
 */
public class InterruptSeenOnce {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread t = Par.start(() -> main.interrupt());
        boolean first = Thread.interrupted();
        boolean second = Thread.interrupted();
        while (t.isAlive()) {
            Thread.onSpinWait();
        }
        System.out.println(first + " " + second + " " + Thread.interrupted());
    }
}
