import java.sql.Connection;
import java.sql.SQLException;

/**
 * DERBY-5561 (in 10.8.2.2, mended in 10.9.1.0): a null dereference in Derby's client, when the pooled connection behind
 * a connection that is in use is closed.
 *
 * <p>{@code LogicalConnection.nativeSQL} looks whether the physical connection is there, and then uses it; it reads the
 * field twice, without a lock, and {@code ClientPooledConnection.close} sets it to null in between
 * ({@code nullPhysicalConnection}). Some other methods of that class are as wrong. In 10.9.1.0 they are synchronized,
 * and a check of this program is complete and finds nothing.
 *
 * <p>It is no other bug: the null is the one of {@code nullPhysicalConnection}, the only one that is written. It does
 * harm: the caller should have been told that there is no connection (08003), and expects an SQLException at most.
 *
 * @bug DERBY-5561
 * @violation null-dereference LogicalConnection.nativeSQL
 * @outcome [exception]
 * @outcome VALUES 1
 * @outcome 08003
 */
public class Derby5561 {
    public static void main(String[] args) throws Exception {
        OfflinePool pooled = new OfflinePool();
        Connection logical = pooled.getConnection();
        Thread closer = new Thread(() -> {
            try {
                pooled.close();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }, "closer");
        closer.start();
        try {
            System.out.println(logical.nativeSQL("VALUES 1"));
        } catch (SQLException e) {
            System.out.println(e.getSQLState());
        }
        closer.join();
    }
}
