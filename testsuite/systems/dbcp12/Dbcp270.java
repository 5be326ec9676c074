import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.commons.dbcp.ConnectionFactory;
import org.apache.commons.dbcp.PoolableConnectionFactory;
import org.apache.commons.pool.impl.GenericObjectPool;

/**
 * DBCP-270 (in 1.2 with commons-pool 1.2, mended in 1.3): a connection is closed while the evictor tests it, and both
 * wait.
 *
 * <p>{@code GenericObjectPool.evict()} has the monitor of the pool, and makes a statement to test an idle connection,
 * which wants the monitor of that connection (AbandonedTrace.java:172; or 183, 221, when the statement is closed).
 * {@code PoolableConnection.close()} has the monitor of the connection and wants that of the pool, to give it back
 * (GenericObjectPool.java:871). Who closes an idle connection closes it twice, as code with {@code finally} often
 * does. Then it is told that it is closed already, unless it comes between: the evictor has opened the connection for
 * its test.
 *
 * <p>It is no other bug: nobody waits to be notified, and these are the only two monitors that both threads take.
 * With 1.2.2 the deadlock is still there, and with 1.3 a check of this program is complete and finds nothing.
 *
 * @bug DBCP-270
 * @violation deadlock AbandonedTrace.java
 * @outcome [deadlock]
 * @outcome done
 */
public class Dbcp270 {
    /** A database that answers every query with one row. */
    static final InvocationHandler DATABASE = (self, method, arguments) -> switch (method.getName()) {
        case "createStatement" -> fake(Statement.class);
        case "executeQuery" -> fake(ResultSet.class);
        case "next", "getAutoCommit" -> true;
        default -> method.getReturnType() == boolean.class ? Boolean.FALSE : null;
    };

    static <T> T fake(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(Dbcp270.class.getClassLoader(), new Class<?>[] {type}, DATABASE));
    }

    public static void main(String[] args) throws Exception {
        GenericObjectPool pool = new GenericObjectPool(null, 2);
        pool.setTestWhileIdle(true);
        pool.setNumTestsPerEvictionRun(1);
        ConnectionFactory connections = () -> fake(Connection.class);
        new PoolableConnectionFactory(connections, pool, null, "select 1", false, true);
        Connection connection = (Connection) pool.borrowObject();
        connection.close();
        Thread evictor = new Thread(() -> {
            try {
                pool.evict();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }, "evictor");
        evictor.start();
        try {
            connection.close();
        } catch (SQLException e) {
            // It is closed already.
        }
        evictor.join();
        System.out.println("done");
    }
}
