/**
 * Both threads have taken their first lock before time passes, so each finds the other's taken when it has slept: a deadlock in every
 * execution, as no limit is left. (Where sleeps take no time one of them may be through before the other begins.)
 */
public class DeadlockAfterSleeps {
    static final Object ONE = new Object();
    static final Object OTHER = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread a = Par.start(() -> both(ONE, OTHER));
        Thread b = Par.start(() -> both(OTHER, ONE));
        a.join();
        b.join();
        System.out.println("done");
    }

    static void both(Object first, Object second) throws InterruptedException {
        synchronized (first) {
            Thread.sleep(10);
            synchronized (second) {
                Thread.yield();
            }
        }
    }
}
