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
    static void add() {
        try (Connection c = DriverManager.getConnection(Seed.URL); Statement s = c.createStatement()) {
            c.setAutoCommit(false);
            s.executeUpdate("UPDATE t SET v = v + 1 WHERE id = 1");
            c.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (Connection c = Seed.restored(); Statement s = c.createStatement()) {
            Thread other = new Thread(DerbyConflict::add, "other");
            other.start();
            add();
            other.join();
            try (ResultSet rows = s.executeQuery("SELECT v FROM t WHERE id = 1")) {
                rows.next();
                System.out.println(rows.getInt(1));
            }
        }
    }
}
