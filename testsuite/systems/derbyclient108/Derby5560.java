import java.sql.Connection;
import java.sql.SQLException;

/**
 * DERBY-5560 (in 10.8.2.2 and 10.9.1.0, mended in 10.11.1.1 at the latest): a deadlock of Derby's client, when a pooled
 * connection and the connection that it has lent are closed at the same time.
 *
 * <p>{@code LogicalConnection.close} has the monitor of the logical connection, and tells the pooled one
 * ({@code ClientPooledConnection.recycleConnection}), which takes its own. {@code ClientPooledConnection.close} has its
 * own, and takes that of the logical connection ({@code nullPhysicalConnection}). In 10.11.1.1 {@code close} is no
 * longer synchronized.
 *
 * <p>It is no other bug: the cycle is of these two monitors, in these methods. (The jar has no numbers of lines.) It
 * does harm where a pool throws connections away while a program gives one back: both threads wait for ever.
 *
 * @bug DERBY-5560
 * @violation deadlock ClientPooledConnection.recycleConnection
 * @outcome [deadlock]
 * @outcome true
 */
public class Derby5560 {
    public static void main(String[] args) throws Exception {
        OfflinePool pooled = new OfflinePool();
        Connection logical = pooled.getConnection();
        Thread closer = new Thread(() -> {
            try {
                logical.close();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }, "closer");
        closer.start();
        pooled.close();
        closer.join();
        System.out.println(logical.isClosed());
    }
}
