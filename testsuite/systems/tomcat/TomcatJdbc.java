import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import org.apache.tomcat.jdbc.pool.ConnectionPool;
import org.apache.tomcat.jdbc.pool.PoolProperties;

/**
 * Tomcat's pool of connections to databases, with one connection: two threads get it, use it and give it back.
 *
 * <p>So one waits for the other, no addition is lost, and the pool has made one connection, which is idle in the end.
 *
 * @outcome 2 1 1
 */
public class TomcatJdbc {
    static int used;

    /** A database whose connections do nothing. */
    public static final class Nothing implements Driver {
        private static final InvocationHandler CONNECTION = (self, method, arguments) ->
                method.getReturnType() == boolean.class ? Boolean.FALSE : null;

        static int made;

        @Override
        public Connection connect(String url, Properties properties) {
            made++;
            Class<?>[] types = {Connection.class};
            return (Connection) Proxy.newProxyInstance(Nothing.class.getClassLoader(), types, CONNECTION);
        }

        @Override
        public boolean acceptsURL(String url) {
            return true;
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getGlobal();
        }
    }

    static void use(ConnectionPool pool) {
        try (Connection connection = pool.getConnection()) {
            used++;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        PoolProperties properties = new PoolProperties();
        properties.setDriverClassName(Nothing.class.getName());
        properties.setUrl("jdbc:nothing");
        properties.setInitialSize(0);
        properties.setMinIdle(0);
        properties.setMaxIdle(1);
        properties.setMaxActive(1);
        properties.setTimeBetweenEvictionRunsMillis(0);
        properties.setJmxEnabled(false);
        ConnectionPool pool = new ConnectionPool(properties);
        Thread other = new Thread(() -> use(pool), "other");
        other.start();
        use(pool);
        other.join();
        System.out.println(used + " " + Nothing.made + " " + pool.getIdle());
    }
}
