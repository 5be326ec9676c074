import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Two transactions update two tables in opposite order, in the mode LOCKS, in which a transaction locks whole tables.
 *
 * <p>If one has ended before the other asks for the same table, both succeed. If each has locked one table, who asks
 * for the second one first waits; the other one would close a cycle, and is told so instead (40001). Both is decided
 * under one lock (TransactionManager2PL.beginAction), so never both fail.
 *
 * @outcome main ok, other ok, 11 11
 * @outcome main 40001, other ok, 10 10
 * @outcome main ok, other 40001, 1 1
 */
public class HsqlLocks {
    static final String URL = "jdbc:hsqldb:mem:test";

    /** Adds something to both tables, in one transaction; how that ended. */
    static String add(int number, String first, String second) {
        try (Connection c = DriverManager.getConnection(URL); Statement s = c.createStatement()) {
            c.setAutoCommit(false);
            try {
                s.executeUpdate("UPDATE " + first + " SET v = v + " + number);
                s.executeUpdate("UPDATE " + second + " SET v = v + " + number);
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
        try (Connection c = DriverManager.getConnection(URL); Statement s = c.createStatement()) {
            s.execute("CREATE TABLE a (v INT)");
            s.execute("CREATE TABLE b (v INT)");
            s.execute("INSERT INTO a VALUES (0)");
            s.execute("INSERT INTO b VALUES (0)");
            String[] ended = new String[1];
            Thread other = new Thread(() -> ended[0] = add(10, "b", "a"), "other");
            other.start();
            String here = add(1, "a", "b");
            other.join();
            try (ResultSet rows = s.executeQuery("SELECT a.v, b.v FROM a, b")) {
                rows.next();
                System.out.println("main " + here + ", other " + ended[0] + ", " + rows.getInt(1) + " "
                        + rows.getInt(2));
            }
        }
    }
}
