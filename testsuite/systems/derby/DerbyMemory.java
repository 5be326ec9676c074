import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Two connections to a database in memory insert a row each; then there are two.
 *
 * @outcome 2
 */
public class DerbyMemory {
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
            Thread t1 = new Thread(() -> insert(1));
            Thread t2 = new Thread(() -> insert(2));
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
