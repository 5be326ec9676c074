import java.util.concurrent.locks.LockSupport;

/**
 * A park that an unpark or an interrupt ends does not tell which it was: the flag is read before or after the interrupt. If the permit ended it,
 * the interrupt may come later. Possible: true, false.
 */
public class InterruptOrUnpark {
    static boolean seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            LockSupport.park();
            seen = Thread.currentThread().isInterrupted();
        });
        Thread other = Par.start(() -> LockSupport.unpark(t));
        t.interrupt();
        t.join();
        other.join();
        System.out.println(seen);
    }
}
