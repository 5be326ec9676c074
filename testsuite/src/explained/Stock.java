import java.util.concurrent.ConcurrentHashMap;

/** Two customers look how much there is, and then write how much is left: each call is atomic, the two together are not. */
public class Stock {
    static final ConcurrentHashMap<String, Integer> left = new ConcurrentHashMap<>();

    static void buy(String what) {
        Integer have = left.get(what);
        if (have > 0) {
            left.put(what, have - 1);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        left.put("apple", 3);
        Thread alice = new Thread(() -> buy("apple"), "alice");
        Thread bob = new Thread(() -> buy("apple"), "bob");
        alice.start();
        bob.start();
        alice.join();
        bob.join();
        if (left.get("apple") != 1) {
            throw new AssertionError("two apples were sold, and " + left + " is left");
        }
    }
}
