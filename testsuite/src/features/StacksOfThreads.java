import java.util.Map;

/**
 * Stack traces of all threads: those that live are among them, one that has ended is not, and one's own stack is told in full. What is not followed is where
 * others are: the report lists it.
 *
 * Outcomes: the other thread lives or not.
 */
public class StacksOfThreads {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {});
        t.start();
        Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
        boolean own = stacks.get(Thread.currentThread()).length > 0;
        t.join();
        System.out.println(own + " " + stacks.size() + " " + t.getStackTrace().length);
    }
}
