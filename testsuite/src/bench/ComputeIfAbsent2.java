import java.util.concurrent.ConcurrentHashMap;

/**
 * Two threads compute two keys of a ConcurrentHashMap in opposite orders: each key is computed once, and the calls
 * of the two threads do not block one another for ever, since a computation does not use the map. Printed: how many keys there are, and the most often
 * that one was computed.
 */
public class ComputeIfAbsent2 {
    static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
    static final int[] computed = new int[2];

    static Thread computing(int first, int second) {
        return new Thread(() -> {
            map.computeIfAbsent(first, key -> ++computed[key]);
            map.computeIfAbsent(second, key -> ++computed[key]);
        });
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = computing(0, 1);
        Thread b = computing(1, 0);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(map.size() + " " + Math.max(computed[0], computed[1]));
    }
}
