import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Three connections insert a row each, where two are; then there are five.
 *
 * @outcome 5
 */
public class DerbyThree {
    static void insert(int id) {
        try (Connection c = DriverManager.getConnection(Seed.URL); Statement s = c.createStatement()) {
            s.executeUpdate("INSERT INTO t VALUES (" + id + ", 0)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (Connection c = Seed.restored(); Statement s = c.createStatement()) {
            Thread first = new Thread(() -> insert(3), "first");
            Thread second = new Thread(() -> insert(4), "second");
            first.start();
            second.start();
            insert(5);
            first.join();
            second.join();
            try (ResultSet rows = s.executeQuery("SELECT COUNT(*) FROM t")) {
                rows.next();
                System.out.println(rows.getInt(1));
            }
        }
    }
}
