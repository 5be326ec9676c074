import java.util.concurrent.ConcurrentMap;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.Serializer;

/**
 * Two threads put a value for one key into a map of a database in memory, if there is none: one of them finds none.
 *
 * @outcome 1 true
 * @outcome 2 true
 */
public class MapdbPut {
    public static void main(String[] args) throws InterruptedException {
        DB db = DBMaker.memoryDB().make();
        ConcurrentMap<String, Integer> map =
                db.hashMap("map", Serializer.STRING, Serializer.INTEGER).createOrOpen();
        Integer[] before = new Integer[2];
        Thread one = new Thread(() -> before[0] = map.putIfAbsent("key", 1));
        Thread two = new Thread(() -> before[1] = map.putIfAbsent("key", 2));
        one.start();
        two.start();
        one.join();
        two.join();
        boolean oneOfThem = (before[0] == null) != (before[1] == null);
        System.out.println(map.get("key") + " " + oneOfThem);
        db.close();
    }
}
