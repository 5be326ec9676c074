import java.sql.Connection;
import org.apache.commons.dbcp.AbandonedConfig;
import org.apache.commons.dbcp.AbandonedObjectPool;
import org.apache.commons.dbcp.ConnectionFactory;
import org.apache.commons.dbcp.PoolableConnectionFactory;

/**
 * DBCP-271 (in 1.2, mended in 1.3): when a connection was used last is written and read without any order.
 *
 * <p>Who uses a connection writes the time to {@code AbandonedTrace.lastUsed} (AbandonedTrace.java:130). Who borrows
 * one when there are few left looks through all that are lent for those that nobody has used for long (line 119), and
 * closes them. The field was no volatile one: nothing orders the two, which is the race, and the bug.
 *
 * <p>It does harm where a thread finds an old time, as compilers and, for a {@code long}, JVMs of 32 bits allow, and
 * so closes a connection that is in use. No memory model of mcr has that; so the race itself is what is looked for.
 * Here no time is old enough, and the program always ends. With 1.2.2 the race is still there; in 1.3 the
 * field is volatile, and a check of this program is complete and finds nothing.
 *
 * @option --races fail
 * @bug DBCP-271
 * @violation race AbandonedTrace.java:119
 * @outcome done
 */
public class Dbcp271 {
    public static void main(String[] args) throws Exception {
        AbandonedConfig config = new AbandonedConfig();
        config.setRemoveAbandoned(true);
        AbandonedObjectPool pool = new AbandonedObjectPool(null, config);
        pool.setMaxActive(2);
        ConnectionFactory connections = () -> Dbcp270.fake(Connection.class);
        new PoolableConnectionFactory(connections, pool, null, null, false, true, config);
        Connection used = (Connection) pool.borrowObject();
        Thread other = new Thread(() -> {
            try {
                pool.borrowObject();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }, "other");
        other.start();
        used.createStatement();
        other.join();
        System.out.println("done");
    }
}
