/**
 * A subclass of {@code Thread} calls static methods of {@code Thread} by their simple names, so the class file names the subclass. One of the two waits for
 * the monitor that it asks about, and one keeps the current thread, in a static initialiser.
 *
 * Possible: "true true A", "true true B".
 */
public class ThreadSubclassStatics extends Thread {
    private static final Object MONITOR = new Object();
    private boolean held;

    static class First extends Thread {
        static final Thread RUNNER = currentThread();
    }

    private ThreadSubclassStatics(String name) {
        super(name);
    }

    @Override
    public void run() {
        synchronized (MONITOR) {
            held = holdsLock(MONITOR);
        }
        First.RUNNER.hashCode();
    }

    public static void main(String[] args) throws InterruptedException {
        ThreadSubclassStatics a = new ThreadSubclassStatics("A");
        ThreadSubclassStatics b = new ThreadSubclassStatics("B");
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(a.held + " " + b.held + " " + First.RUNNER.getName());
    }
}
