import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;

/**
 * A database in memory, used by the main thread alone, while another thread counts.
 *
 * @outcome 1 1
 */
public class H2Alone {
    static volatile int count;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> count++);
        t.start();
        try (Connection c = DriverManager.getConnection("jdbc:h2:mem:alone"); Statement s = c.createStatement()) {
            s.execute("CREATE TABLE t (id INT PRIMARY KEY)");
            s.execute("INSERT INTO t VALUES (1)");
            try (ResultSet rows = s.executeQuery("SELECT COUNT(*) FROM t")) {
                rows.next();
                t.join();
                System.out.println(rows.getInt(1) + " " + count);
            }
        }
    }
}
