/**
 * Only one of the threads waits for the other.
 *
 * Only outcome: started.
 */
public class JoinOrder {
    static Thread first, second;

    public static void main(String[] args) {
        first = new Thread(() -> { }, "first");
        second = new Thread(() -> join(first), "second");
        first.start();
        second.start();
        System.out.println("started");
    }

    static void join(Thread other) {
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
