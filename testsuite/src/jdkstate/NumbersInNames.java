import java.util.concurrent.Executors;

/**
 * What the JDK numbers for all threads in the order in which it is made: threads, and pools of threads.
 *
 * Possible: each of the two threads may be the first to make a thread, and the first to make a pool, whoever made the first thread: "0 1" or "1 0", then
 * "1 2" or "2 1".
 */
public class NumbersInNames {
    static final class Maker extends Thread {
        String thread;
        String pool;

        Maker(String name) {
            super(name);
        }

        @Override
        public void run() {
            thread = new Thread(() -> {}).getName().substring("Thread-".length());
            pool = Executors.defaultThreadFactory().newThread(() -> {}).getName().substring("pool-".length(), "pool-1".length());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Maker a = new Maker("A");
        Maker b = new Maker("B");
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(a.thread + " " + b.thread + " " + a.pool + " " + b.pool);
    }
}
