import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Two connections to a database in memory insert a row each, where two are; then there are four.
 *
 * @outcome 4
 */
public class DerbyMemory {
    static void insert(int id) {
        try (Connection c = DriverManager.getConnection(Seed.URL); Statement s = c.createStatement()) {
            s.executeUpdate("INSERT INTO t VALUES (" + id + ", 0)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (Connection c = Seed.restored(); Statement s = c.createStatement()) {
            Thread t1 = new Thread(() -> insert(3));
            Thread t2 = new Thread(() -> insert(4));
            t1.start();
            t2.start();
            t1.join();
            t2.join();
            try (ResultSet rows = s.executeQuery("SELECT COUNT(*) FROM t")) {
                rows.next();
                System.out.println(rows.getInt(1));
            }
        }
    }
}
