import scala.Option;
import scala.collection.concurrent.TrieMap;

/**
 * Two threads put a value for the same key if there is none. One of them wins; the other gets its value.
 *
 * @outcome None Some(1)
 * @outcome Some(2) None
 */
public class ScalaTrieMap {
    public static void main(String[] args) throws InterruptedException {
        TrieMap<String, Integer> map = new TrieMap<>();
        Option<?>[] was = new Option<?>[2];
        Thread t1 = new Thread(() -> was[0] = map.putIfAbsent("k", 1));
        Thread t2 = new Thread(() -> was[1] = map.putIfAbsent("k", 2));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(was[0] + " " + was[1]);
    }
}
