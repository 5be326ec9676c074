import java.util.Hashtable;
import java.util.Vector;

/**
 * Subclasses of the synchronized collections: their methods exclude each other, whether they are called on the subclass,
 * by {@code super}, or by other code of the JDK, and a block on the object excludes them.
 *
 * Possible: "2 2" and "2 1": both elements are there; inside its block the first thread sees the same size twice, 1 or
 * 2, with or without the other's element. The table is filled by one of them alone.
 */
public class InheritedVector {
    static class Row extends Vector<String> {
        @Override
        public synchronized boolean add(String text) {
            return super.add(text);
        }
    }

    static class Table extends Hashtable<String, Integer> {
        boolean first(String key) {
            return putIfAbsent(key, 1) == null;
        }
    }

    static final Row row = new Row();
    static final Table table = new Table();
    static int sizes;
    static int firsts;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            row.addElement("b");
            if (table.first("k")) {
                firsts |= 1;
            }
        });
        other.start();
        synchronized (row) {
            row.add("a");
            sizes = 10 * row.size() + row.size();
        }
        if (table.first("k")) {
            firsts |= 2;
        }
        other.join();
        System.out.println(row.size() + " " + sizes + " " + firsts);
    }
}
