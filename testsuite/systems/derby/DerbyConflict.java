import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
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
    /** What adds one, by a connection of its own. It is compiled before there are threads. */
    static PreparedStatement addition() throws SQLException {
        Connection c = DriverManager.getConnection(Seed.URL);
        c.setAutoCommit(false);
        return c.prepareStatement("UPDATE t SET v = v + 1 WHERE id = 1");
    }

    static void execute(PreparedStatement s) {
        try {
            s.executeUpdate();
            s.getConnection().commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (Connection c = Seed.restored(); Statement s = c.createStatement()) {
            PreparedStatement here = addition();
            PreparedStatement there = addition();
            Thread other = new Thread(() -> execute(there), "other");
            other.start();
            execute(here);
            other.join();
            try (ResultSet rows = s.executeQuery("SELECT v FROM t WHERE id = 1")) {
                rows.next();
                System.out.println(rows.getInt(1));
            }
        }
    }
}
