import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Two transactions add one to the same row. Who comes second waits for the lock of the row, until the first one has
 * ended, and then sees what it has left: no update is lost.
 *
 * @outcome 2
 */
public class DerbyConflict {
    static final String URL = "jdbc:derby:memory:test;create=true";

    static void add() {
        try (Connection c = DriverManager.getConnection(URL); Statement s = c.createStatement()) {
            c.setAutoCommit(false);
            s.executeUpdate("UPDATE t SET v = v + 1 WHERE id = 1");
            c.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (Connection c = DriverManager.getConnection(URL); Statement s = c.createStatement()) {
            s.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT)");
            s.execute("INSERT INTO t VALUES (1, 0)");
            Thread other = new Thread(DerbyConflict::add, "other");
            other.start();
            add();
            other.join();
            try (ResultSet rows = s.executeQuery("SELECT v FROM t")) {
                rows.next();
                System.out.println(rows.getInt(1));
            }
        }
    }
}
