import org.apache.commons.dbcp.datasources.PerUserPoolDataSource;

/**
 * DBCP-369 (in 1.2, and still in 1.3): a data source is set up while another one is closed, and the list of all of
 * them is broken.
 *
 * <p>{@code InstanceKeyObjectFactory.registerNewInstance} looks through the keys of a hash map for the greatest
 * (InstanceKeyObjectFactory.java:49) and puts in the next (line 64). It is synchronized; {@code removeInstance} (line
 * 70), by which {@code close()} takes a data source out of the same map, is not. So main may find that the map has
 * changed while it looked through it.
 *
 * <p>It can be nothing else: the exception is the map's, nobody else uses it, and each of the two threads has a data
 * source of its own. It does harm: an application cannot set up its data source because another one closes its.
 * Where it is not noticed, main may leave a data source in the map that was to be taken out.
 *
 * @bug DBCP-369
 * @violation exception ConcurrentModificationException
 * @outcome [exception]
 * @outcome done
 */
public class Dbcp369 {
    static PerUserPoolDataSource withName(String name) {
        PerUserPoolDataSource made = new PerUserPoolDataSource();
        made.setDataSourceName(name);
        return made;
    }

    public static void main(String[] args) throws InterruptedException {
        PerUserPoolDataSource first = withName("first");
        Thread closer = new Thread(first::close, "closer");
        closer.start();
        withName("second");
        closer.join();
        System.out.println("done");
    }
}
