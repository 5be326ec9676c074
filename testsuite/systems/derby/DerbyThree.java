import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Three connections insert a row each, where two are; then there are five.
 *
 * @outcome 5
 */
public class DerbyThree {
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
            PreparedStatement fifth = insertion(5);
            Thread first = new Thread(() -> execute(third), "first");
            Thread second = new Thread(() -> execute(fourth), "second");
            first.start();
            second.start();
            execute(fifth);
            first.join();
            second.join();
            try (ResultSet rows = s.executeQuery("SELECT COUNT(*) FROM t")) {
                rows.next();
                System.out.println(rows.getInt(1));
            }
        }
    }
}
