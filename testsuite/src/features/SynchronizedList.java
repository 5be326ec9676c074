import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A synchronizedList locks itself: both elements are there.
 *
 * Possible: [a, b], [b, a].
 */
public class SynchronizedList {
    static final List<String> list = Collections.synchronizedList(new ArrayList<>());

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                list.add("a");
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                list.add("b");
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(list);
    }
}
