import java.util.Map;
import java.util.TreeSet;

/**
 * Only threads of the program are listed, by their group and by groups around it, also when others have run and ended before: nothing of whatever runs the
 * threads. The second thread lives while main asks, as it waits for main.
 *
 * Possible: 0 or 1 is read.
 */
public class ThreadsListed {
    static int x;
    static int read;
    static boolean asked;
    static final Object m = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> read = x, "first");
        first.start();
        x = 1;
        first.join();
        Thread second = new Thread(() -> {
            synchronized (m) {
                while (!asked) {
                    try {
                        m.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        }, "second");
        second.start();
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[10];
        int count = root.enumerate(threads);
        TreeSet<String> names = new TreeSet<>();
        for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
            names.add(each.getKey().getName());
        }
        String text = read + " " + Thread.activeCount() + " " + count + " " + names;
        synchronized (m) {
            asked = true;
            m.notify();
        }
        second.join();
        System.out.println(text + " " + Thread.activeCount());
    }
}
