import java.util.HashMap;
import java.util.Map;

/**
 * Keys without a hashCode of their own are put by their identity, which has to be the same in every execution.
 *
 * Only outcome: 2 one two.
 */
public class IdentityHash {
    static final Map<Object, String> map = new HashMap<>();
    static final Object one = new Object();
    static final Object two = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                synchronized (map) {
                    map.put(one, "one");
                }
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                synchronized (map) {
                    map.put(two, "two");
                }
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(map.size() + " " + map.get(one) + " " + map.get(two));
    }
}
