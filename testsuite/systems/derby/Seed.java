import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Makes the database that the drivers begin with, which are run where this leaves it: a copy of it that they restore in
 * memory. To create a database takes Derby ten million accesses.
 *
 * <p>A table {@code t} with the rows (1, 0) and (2, 0).
 */
public class Seed {
    /** A database in memory, as the driver of this thread's program has it; the first one to ask has to restore it. */
    static final String URL = "jdbc:derby:memory:test";
    private static final String COPY = "copy";
    private static final String NAME = "seed";

    /** The database, restored. */
    static Connection restored() throws SQLException {
        String classes = System.getProperty("java.class.path").split(":")[0];
        return DriverManager.getConnection(URL + ";createFrom=" + classes + "/" + COPY + "/" + NAME);
    }

    /** Executes a statement by a connection of its own: {@code ok}, or the state of the exception. */
    static String run(String statement) {
        try (Connection c = DriverManager.getConnection(URL); Statement s = c.createStatement()) {
            s.execute(statement);
            return "ok";
        } catch (SQLException e) {
            return e.getSQLState();
        }
    }

    /** What inserts a row, by a connection of its own. It is compiled before there are threads. */
    static PreparedStatement insertion(int id) throws SQLException {
        return DriverManager.getConnection(URL).prepareStatement("INSERT INTO t VALUES (" + id + ", 0)");
    }

    /** Executes a statement that cannot fail. */
    static void execute(PreparedStatement s) {
        try {
            s.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:derby:memory:" + NAME + ";create=true");
                Statement s = c.createStatement()) {
            s.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT)");
            s.execute("INSERT INTO t VALUES (1, 0), (2, 0)");
            s.execute("CALL SYSCS_UTIL.SYSCS_BACKUP_DATABASE('" + COPY + "')");
        }
    }
}
