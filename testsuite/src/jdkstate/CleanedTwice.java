import java.lang.ref.Cleaner;

/**
 * Two threads clean what they have registered with one cleaner. The actions count without a lock, outside of the monitor
 * of the cleaner's list: an update may be lost, so the count is 1, 2 or 3. What both clean is cleaned once.
 */
public class CleanedTwice {
    private static volatile int count;
    private static volatile int once;

    public static void main(String[] args) throws InterruptedException {
        Cleaner cleaner = Cleaner.create();
        Cleaner.Cleanable both = cleaner.register(new Object(), () -> once = once + 1);
        Cleaner.Cleanable first = cleaner.register(new Object(), () -> count = count + 1);
        Cleaner.Cleanable second = cleaner.register(new Object(), () -> count = count + 2);
        Thread t = new Thread(() -> {
            first.clean();
            both.clean();
        });
        t.start();
        second.clean();
        both.clean();
        t.join();
        System.out.println(count + " " + once);
    }
}
