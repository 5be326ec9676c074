import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Two threads look for the class loader of the program in tables, and enter it if it is not there.
 *
 * <p>The loader is another object in each execution, but where it is in a table is the same. Both threads hold the lock, so one of them enters
 * it, and there is one entry in each table. Only outcome: 1 1.
 */
public class LoaderAsKey {
    static final Map<ClassLoader, String> table = new Hashtable<>();
    static final Map<ClassLoader, String> byIdentity = new IdentityHashMap<>();

    static synchronized void enter() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        if (table.get(loader) == null) {
            table.put(loader, "here");
            byIdentity.put(loader, "here");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(LoaderAsKey::enter);
        Thread t2 = new Thread(LoaderAsKey::enter);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(table.size() + " " + byIdentity.size());
    }
}
