import org.apache.derby.iapi.services.cache.CacheManager;
import org.apache.derby.iapi.services.locks.CompatibilitySpace;
import org.apache.derby.iapi.store.raw.ContainerKey;
import org.apache.derby.iapi.store.raw.LockingPolicy;
import org.apache.derby.iapi.store.raw.xact.RawTransaction;
import org.apache.derby.impl.store.raw.data.BaseContainerHandle;
import org.apache.derby.impl.store.raw.data.StoredPage;

/**
 * DERBY-5447 (in 10.8.1.2): a deadlock of the daemon that writes pages and of who shuts the database down. The same two
 * monitors are those of DERBY-4129 (two threads that read large values of one connection).
 *
 * <p>Who is done with a page has its monitor ({@code BasePage.releaseExclusive}), and takes that of the handle of its
 * container ({@code deleteObserver}). Who closes the handle has the monitor of the handle
 * ({@code BaseContainerHandle.close}), and has its observers, pages, released, which takes theirs. The shut-down closed
 * the handles of the daemon while it was at work; it was mended there: the daemon is stopped first.
 *
 * <p>It is no other bug: the cycle is of these two monitors, in these methods. (The jar has no numbers of lines.) It
 * does harm: the database never comes to its end. If the handle is closed first, who has the page finds that it has no
 * owner any more, and dereferences null in {@code releaseExclusive}, for the same reason. In a database the daemon
 * would be the one to end so.
 *
 * <p>The transaction, the page and its handle are Derby's; the page cache and the locks do nothing. (A database takes
 * ten million steps to create.)
 *
 * @bug DERBY-5447
 * @violation deadlock BasePage.releaseExclusive
 * @violation null-dereference BasePage.releaseExclusive
 * @outcome [deadlock]
 * @outcome [exception]
 * @outcome 0
 */
public class Derby5447 {
    private static final String DATA = "org.apache.derby.impl.store.raw.data.";

    public static void main(String[] args) throws Exception {
        RawTransaction transaction = transaction();
        LockingPolicy policy = Inside.answering(LockingPolicy.class, null);
        BaseContainerHandle handle = new BaseContainerHandle(null, transaction, new ContainerKey(0, 1), policy, 0);
        StoredPage page = new StoredPage();
        Inside.set(Class.forName(DATA + "CachedPage"), page, "pageCache",
                Inside.answering(CacheManager.class, null));
        Inside.set(Class.forName(DATA + "BasePage"), page, "owner", handle);
        handle.addObserver(page);
        Thread closer = new Thread(handle::close, "closer");
        closer.start();
        page.unlatch();
        closer.join();
        System.out.println(handle.countObservers());
    }

    /** A transaction that has nothing to do. */
    private static RawTransaction transaction() throws Exception {
        Class<?> factory = Class.forName("org.apache.derby.impl.store.raw.xact.XactFactory");
        return (RawTransaction) Inside.make("org.apache.derby.impl.store.raw.xact.Xact",
                new Class<?>[] {factory, Class.forName("org.apache.derby.iapi.store.raw.log.LogFactory"),
                    Class.forName("org.apache.derby.iapi.store.raw.data.DataFactory"),
                    Class.forName("org.apache.derby.iapi.types.DataValueFactory"), boolean.class,
                    CompatibilitySpace.class},
                factory.getDeclaredConstructor().newInstance(), null, null, null, false,
                Inside.answering(CompatibilitySpace.class, null));
    }
}
