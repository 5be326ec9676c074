import java.util.concurrent.ConcurrentHashMap;

/**
 * A map of the JDK calls a lambda back, which gives it what another thread has read: a third thread finds it there.
 *
 * Possible: null (nothing there yet), 0, 1 (what the second thread has read).
 */
public class CapturedInMap {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Thread t1 = new Thread(() -> x = 1);
        Thread t2 = new Thread(() -> {
            int r = x;
            map.computeIfAbsent("k", key -> r);
        });
        t1.start();
        t2.start();
        System.out.println(map.get("k"));
        t1.join();
        t2.join();
    }
}
