/**
 * A static initialiser asks whether its thread holds a monitor: one of the two threads that need the class does.
 *
 * Possible: "true" (the one that holds it is first), "false".
 */
public class InitialiserHoldsLock {
    static final Object MONITOR = new Object();

    static class Holder {
        static final boolean HELD = Thread.holdsLock(MONITOR);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> {
            synchronized (MONITOR) {
                boolean held = Holder.HELD;
            }
        });
        Thread b = new Thread(() -> {
            boolean held = Holder.HELD;
        });
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(Holder.HELD);
    }
}
