import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Two threads insert a row each through one connection to a database in memory, whose code is native.
 *
 * @outcome 2
 */
public class Sqlite {
    static void insert(Connection c, int id) {
        try (Statement s = c.createStatement()) {
            s.executeUpdate("INSERT INTO t VALUES (" + id + ")");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:sqlite::memory:"); Statement s = c.createStatement()) {
            s.executeUpdate("CREATE TABLE t (id INT PRIMARY KEY)");
            Thread t1 = new Thread(() -> insert(c, 1));
            Thread t2 = new Thread(() -> insert(c, 2));
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
