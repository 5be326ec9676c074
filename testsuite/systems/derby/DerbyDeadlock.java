import java.sql.Connection;
import java.sql.DriverManager;
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
    /** Adds something to both rows, in one transaction; how that ended. */
    static String add(int number, int first, int second) {
        try (Connection c = DriverManager.getConnection(Seed.URL); Statement s = c.createStatement()) {
            c.setAutoCommit(false);
            try {
                s.executeUpdate("UPDATE t SET v = v + " + number + " WHERE id = " + first);
                s.executeUpdate("UPDATE t SET v = v + " + number + " WHERE id = " + second);
                c.commit();
                return "ok";
            } catch (SQLException e) {
                c.rollback();
                return e.getSQLState();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (Connection c = Seed.restored(); Statement s = c.createStatement()) {
            String[] ended = new String[1];
            Thread other = new Thread(() -> ended[0] = add(10, 2, 1), "other");
            other.start();
            String here = add(1, 1, 2);
            other.join();
            try (ResultSet rows = s.executeQuery("SELECT MAX(v), MIN(v) FROM t")) {
                rows.next();
                System.out.println("main " + here + ", other " + ended[0] + ", " + rows.getInt(1) + " "
                        + rows.getInt(2));
            }
        }
    }
}
