import java.util.ArrayDeque;
import java.util.Deque;

/** As in DBCP-270: a connection is closed under its own lock and then asks the pool; the evictor has the pool's lock and then asks the connection. */
public class PoolAndEvictor {
    static class Pool {
        private final Deque<Connection> idle = new ArrayDeque<>();

        synchronized void giveBack(Connection connection) {
            idle.add(connection);
        }

        synchronized void evict() {
            for (Connection connection : idle) {
                connection.isClosed();
            }
        }
    }

    static class Connection {
        private final Pool pool;
        private boolean closed;

        Connection(Pool pool) {
            this.pool = pool;
        }

        synchronized void close() {
            closed = true;
            pool.giveBack(this);
        }

        synchronized boolean isClosed() {
            return closed;
        }
    }

    public static void main(String[] args) {
        Pool pool = new Pool();
        Connection connection = new Connection(pool);
        pool.giveBack(connection);
        new Thread(connection::close, "application").start();
        new Thread(pool::evict, "evictor").start();
    }
}
