/**
 * Two threads put a property in if it is not there, another one removes it. The last one of the three decides whether there is any; each
 * execution begins without.
 *
 * Possible: "a", "b" (whoever put it in last), "null" (it was removed last).
 */
public class PropertySetOnce {
    public static void main(String[] args) throws InterruptedException {
        if (System.getProperty("once") != null) {
            throw new AssertionError("left over");
        }
        Thread a = new Thread(() -> System.getProperties().putIfAbsent("once", "a"));
        Thread b = new Thread(() -> System.getProperties().putIfAbsent("once", "b"));
        a.start();
        b.start();
        System.clearProperty("once");
        a.join();
        b.join();
        System.out.println(System.getProperty("once"));
    }
}
