import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Three connections insert a row each; then there are three.
 *
 * @outcome 3
 */
public class DerbyThree {
    static final String URL = "jdbc:derby:memory:test;create=true";

    static void insert(int id) {
        try (Connection c = DriverManager.getConnection(URL); Statement s = c.createStatement()) {
            s.executeUpdate("INSERT INTO t VALUES (" + id + ")");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (Connection c = DriverManager.getConnection(URL); Statement s = c.createStatement()) {
            s.execute("CREATE TABLE t (id INT PRIMARY KEY)");
            Thread first = new Thread(() -> insert(1), "first");
            Thread second = new Thread(() -> insert(2), "second");
            first.start();
            second.start();
            insert(3);
            first.join();
            second.join();
            try (ResultSet rows = s.executeQuery("SELECT COUNT(*) FROM t")) {
                rows.next();
                System.out.println(rows.getInt(1));
            }
        }
    }
}
