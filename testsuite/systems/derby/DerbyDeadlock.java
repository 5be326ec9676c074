import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Two transactions update two rows in opposite order.
 *
 * <p>If one has ended before the other asks for its second row, both succeed. If each has locked one row, there is a
 * cycle, which is looked for when one of them has waited for twenty seconds (derby.locks.deadlockTimeout): the victim
 * is the transaction with fewer locks, and here both have as many, so it can be either. It is rolled back (40001),
 * which lets the other one go on.
 *
 * @outcome main ok, other ok, 11 11
 * @outcome main 40001, other ok, 10 10
 * @outcome main ok, other 40001, 1 1
 */
public class DerbyDeadlock {
    /** Adds something to two rows, by a connection of its own. The statements are compiled before there are threads. */
    private static final class Transaction {
        private final Connection connection;
        private final PreparedStatement first;
        private final PreparedStatement second;
        private String ended;

        Transaction(int number, int first, int second) throws SQLException {
            connection = DriverManager.getConnection(Seed.URL);
            connection.setAutoCommit(false);
            this.first = add(number, first);
            this.second = add(number, second);
            connection.commit();
        }

        private PreparedStatement add(int number, int id) throws SQLException {
            return connection.prepareStatement("UPDATE t SET v = v + " + number + " WHERE id = " + id);
        }

        void run() {
            try {
                try {
                    first.executeUpdate();
                    second.executeUpdate();
                    connection.commit();
                    ended = "ok";
                } catch (SQLException e) {
                    connection.rollback();
                    ended = e.getSQLState();
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        try (Connection c = Seed.restored(); Statement s = c.createStatement()) {
            Transaction here = new Transaction(1, 1, 2);
            Transaction there = new Transaction(10, 2, 1);
            Thread other = new Thread(there::run, "other");
            other.start();
            here.run();
            other.join();
            try (ResultSet rows = s.executeQuery("SELECT MAX(v), MIN(v) FROM t")) {
                rows.next();
                System.out.println("main " + here.ended + ", other " + there.ended + ", " + rows.getInt(1) + " "
                        + rows.getInt(2));
            }
        }
    }
}
