import java.sql.SQLException;
import java.util.Properties;
import org.apache.derby.client.ClientPooledConnection;
import org.apache.derby.client.am.Agent;
import org.apache.derby.client.am.LogWriter;
import org.apache.derby.client.am.SqlException;
import org.apache.derby.client.net.NetAgent;
import org.apache.derby.client.net.NetConnection;
import org.apache.derby.client.net.NetConnection40;
import org.apache.derby.client.net.NetLogWriter;
import org.apache.derby.client.net.NetXAConnection;
import org.apache.derby.jdbc.ClientBaseDataSource;
import org.apache.derby.jdbc.ClientConnectionPoolDataSource;

/** A pooled connection of Derby's client that is not connected to any server: nothing is sent before a statement is. */
class OfflinePool extends ClientPooledConnection {
    OfflinePool() throws SQLException {
        super(new ClientConnectionPoolDataSource(), null, "user", "password", 1);
    }

    @Override
    protected NetXAConnection getNetXAConnection(
            ClientBaseDataSource source, NetLogWriter log, String user, String password, int resource)
            throws SqlException {
        return new NetXAConnection(log, user, password, source, resource, true, this) {
            @Override
            protected NetConnection createNetConnection(
                    NetLogWriter log, String user, String password, ClientBaseDataSource source, int resource,
                    boolean isXa, ClientPooledConnection pool) throws SqlException {
                return new Offline();
            }
        };
    }

    /** A connection without a socket. */
    private static class Offline extends NetConnection40 {
        Offline() throws SqlException {
            super(null, "test", new Properties());
            xaHostVersion_ = 8; // what the server would say of itself
        }

        @Override
        protected Agent newAgent_(LogWriter log, int timeout, String server, int port, int ssl) throws SqlException {
            return new NetAgent(this, log);
        }

        @Override
        public synchronized void closeForReuse(boolean statements) {
            // The server would be told.
        }

        @Override
        public synchronized void closeResources() {
            // The server would be told.
        }
    }
}
