/**
 * An interrupt against a join of a thread that ends: join returns if the end comes first, and then the flag stays set; it does not
 * look at the flag when the thread has ended already. Both outcomes are possible.
 */
public class JoinOrInterrupted {
    static volatile boolean sent;

    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        Thread t = Par.start(() -> { });
        Par.start(() -> {
            main.interrupt();
            sent = true;
        });
        String result;
        try {
            t.join();
            result = "joined";
        } catch (InterruptedException e) {
            result = "interrupted";
        }
        while (!sent) {
            Thread.onSpinWait();
        }
        System.out.println(result + ", flag " + main.isInterrupted());
    }
}
