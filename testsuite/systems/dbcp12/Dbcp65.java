import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.apache.commons.dbcp.PoolingConnection;
import org.apache.commons.pool.impl.GenericKeyedObjectPool;

/**
 * DBCP-65 (in 1.2 with commons-pool 1.2, mended in 1.2.2): a statement is prepared while the evictor tests another
 * one, and both wait.
 *
 * <p>{@code PoolingConnection.prepareStatement} has the monitor of the connection (PoolingConnection.java:87) and
 * asks the pool of statements for one, which wants the monitor of that pool (GenericKeyedObjectPool.java:714). {@code
 * GenericKeyedObjectPool.evict()} has the monitor of the pool (line 948) and tests an idle statement. When that is
 * activated it gets on the list of the connection, when it is passivated off it, and both want the monitor of the
 * connection (AbandonedTrace.java:172, 221).
 *
 * <p>It is no other bug: nobody waits to be notified, and these are the only two monitors that both threads take. It
 * does harm: nobody gets a statement of that connection any more, nor one of any other of the same pool.
 * With 1.2.2 and commons-pool 1.3 a check of this program is complete and finds nothing.
 *
 * @bug DBCP-65
 * @violation deadlock GenericKeyedObjectPool.java:715
 * @outcome [deadlock]
 * @outcome done
 */
public class Dbcp65 {
    /** A database whose statements do nothing. */
    static final InvocationHandler DATABASE = (self, method, arguments) -> switch (method.getName()) {
        case "prepareStatement" -> fake(PreparedStatement.class);
        default -> method.getReturnType() == boolean.class ? Boolean.FALSE : null;
    };

    static <T> T fake(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(Dbcp65.class.getClassLoader(), new Class<?>[] {type}, DATABASE));
    }

    public static void main(String[] args) throws Exception {
        GenericKeyedObjectPool pool = new GenericKeyedObjectPool();
        PoolingConnection connection = new PoolingConnection(fake(Connection.class), pool);
        pool.setFactory(connection);
        pool.setTestWhileIdle(true);
        connection.prepareStatement("select 1").close();
        Thread evictor = new Thread(() -> {
            try {
                pool.evict();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }, "evictor");
        evictor.start();
        try {
            connection.prepareStatement("select 2");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        evictor.join();
        System.out.println("done");
    }
}
