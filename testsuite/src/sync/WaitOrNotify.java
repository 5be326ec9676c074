/** A wait of 20 milliseconds, and a notify after so many: what the waiter finds when it comes back. */
public class WaitOrNotify {
    static final Object LOCK = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        long sleep = Long.parseLong(args[0]);
        Thread notifier = Par.start(() -> {
            Thread.sleep(sleep);
            synchronized (LOCK) {
                ready = true;
                LOCK.notify();
            }
        });
        boolean found;
        synchronized (LOCK) {
            LOCK.wait(20);
            found = ready;
        }
        notifier.join();
        System.out.println(found);
    }
}
