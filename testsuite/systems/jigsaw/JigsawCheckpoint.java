import java.util.Hashtable;
import org.w3c.tools.resources.SpaceEntry;
import org.w3c.tools.resources.store.ResourceStoreManager;

/**
 * A client asks for a document in a directory whose store was not loaded yet, while a checkpoint is written, as the
 * server does every so often. There is no such document.
 *
 * <p>The client has the entry of the directory and counts a loaded store in the manager; the checkpoint has the
 * manager and reads all entries, but without their monitors ({@code unsafeGetValue}). So there is no deadlock, as
 * there is with {@code shutdown} ({@link JigsawStoreShutdown}).
 *
 * @outcome [exit:0] none
 */
public class JigsawCheckpoint {
    public static void main(String[] args) throws Exception {
        StoreOfOne store = new StoreOfOne();
        ResourceStoreManager manager = store.manager();
        SpaceEntry directory = () -> 7;
        manager.acquireChildren(directory);
        boolean[] found = new boolean[1];
        Thread client = new Thread(() -> found[0] = manager.loadResource(directory, "a", new Hashtable<>()) != null,
                "client");
        client.start();
        manager.checkpoint();
        client.join();
        store.out().println(found[0] ? "found" : "none");
        Runtime.getRuntime().halt(0);
    }
}
