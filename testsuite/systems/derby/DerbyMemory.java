import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Two connections to a database in memory insert a row each, where two are; then there are four.
 *
 * @outcome 4
 */
public class DerbyMemory {
    /** What inserts a row, by a connection of its own. It is compiled before there are threads. */
    static PreparedStatement insertion(int id) throws SQLException {
        return DriverManager.getConnection(Seed.URL).prepareStatement("INSERT INTO t VALUES (" + id + ", 0)");
    }

    static void execute(PreparedStatement s) {
        try {
            s.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (Connection c = Seed.restored(); Statement s = c.createStatement()) {
            PreparedStatement third = insertion(3);
            PreparedStatement fourth = insertion(4);
            Thread t1 = new Thread(() -> execute(third));
            Thread t2 = new Thread(() -> execute(fourth));
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
