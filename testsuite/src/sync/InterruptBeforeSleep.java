/**
 * sleep throws at once in a thread that is interrupted already, and clears the flag.
 */
public class InterruptBeforeSleep {
    public static void main(String[] args) {
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(20);
            System.out.println("slept");
        } catch (InterruptedException e) {
            System.out.println("interrupted, flag " + Thread.currentThread().isInterrupted());
        }
    }
}
