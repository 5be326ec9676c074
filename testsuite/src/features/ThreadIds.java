import java.util.HashSet;
import java.util.Set;

/**
 * Numbers of threads are positive and differ, and a thread keeps its number, whoever asks. Two threads make threads at the same time; that shows
 * nothing new, for making a thread is nothing that others can notice. The numbers are in the output of the model as strings, so that an execution
 * with others would be a difference.
 *
 * Only outcome: "5 true".
 */
public class ThreadIds {
    static Thread grandchild;
    static String seen;

    public static void main(String[] args) throws InterruptedException {
        Thread child = new Thread(() -> {
            grandchild = new Thread(() -> {}, "g");
            seen = Thread.currentThread().getId() + " " + grandchild.getId();
        }, "c");
        child.start();
        Thread second = new Thread(() -> {}, "s");
        Thread third = new Thread(() -> {}, "t");
        child.join();
        Set<Long> ids = new HashSet<>();
        boolean positive = true;
        for (Thread t : new Thread[] {Thread.currentThread(), child, second, third, grandchild}) {
            ids.add(t.getId());
            positive &= t.getId() > 0;
        }
        System.out.println(ids.size() + " " + (positive && seen.equals(child.getId() + " " + grandchild.getId())));
    }
}
