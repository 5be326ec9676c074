import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Hashtable;
import org.w3c.tools.resources.FileResource;
import org.w3c.tools.resources.InvalidResourceException;
import org.w3c.tools.resources.ResourceContext;
import org.w3c.tools.resources.ResourceReference;
import org.w3c.tools.resources.ServerInterface;
import org.w3c.tools.resources.serialization.xml.XMLSerializer;
import org.w3c.tools.resources.store.ResourceStoreManager;

/** The store of resources of the server without the server: in a new directory, with its root, which is a file. */
final class StoreOfOne {
    private static final String ROOT = "root";
    private static final int MOST_LOADED = 10;

    private final PrintStream out = System.out;
    private final ResourceStoreManager manager;

    StoreOfOne() throws Exception {
        // What the store says of itself comes in any order.
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        Path directory = Files.createTempDirectory("store");
        Hashtable<String, Object> defaults = new Hashtable<>();
        defaults.put("context", new ResourceContext((ServerInterface) null));
        manager = new ResourceStoreManager("server", directory.toFile(), FileResource.class.getName(), ROOT,
                XMLSerializer.class.getName(), MOST_LOADED, defaults);
    }

    ResourceStoreManager manager() {
        return manager;
    }

    /** Where the program prints. */
    PrintStream out() {
        return out;
    }

    /** Uses the root as the server does for a request: it is loaded, locked, asked, and unlocked. */
    String use() {
        ResourceReference root = manager.loadRootResource(ROOT, new Hashtable<>());
        if (root == null) {
            return "none";
        }
        try {
            return root.lock().getIdentifier();
        } catch (InvalidResourceException e) {
            return "invalid";
        } finally {
            root.unlock();
        }
    }
}
