import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A database is shut down while another connection is about to insert a row. The row is inserted, or the connection is
 * told that it does not exist any more (08003), or that it is closed (08503): {@code JDBCStatement.checkClosed} and {@code
 * Session.execute} say the latter, {@code JDBCConnection.checkClosed} the former. Which of them is asked when depends on how far
 * the insert has come when the session is closed.
 *
 * @outcome 1
 * @outcome 08003
 * @outcome 08503
 */
public class HsqlShutdown {
    static final String URL = "jdbc:hsqldb:mem:test";

    public static void main(String[] args) throws Exception {
        Connection first = DriverManager.getConnection(URL);
        Connection second = DriverManager.getConnection(URL);
        Statement s = first.createStatement();
        s.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        Statement insert = second.createStatement();
        Thread other = new Thread(() -> {
            try {
                s.execute("SHUTDOWN");
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }, "other");
        other.start();
        try {
            System.out.println(insert.executeUpdate("INSERT INTO t VALUES (1)"));
        } catch (SQLException e) {
            System.out.println(e.getSQLState());
        }
        other.join();
    }
}
