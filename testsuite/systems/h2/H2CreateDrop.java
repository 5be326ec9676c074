import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * One connection creates a table with a key, another one drops it at the same time, if it is there.
 *
 * <p>Either may come first. But a table is found by others before its key is there, and the two lock in opposite
 * order: who creates has the catalogue, and then wants the table (AlterTableAddConstraint.java:116, 117); who drops has
 * the table (DropTable.java:112), and then wants the catalogue (DropTable.java:125). H2 notices such a cycle, and tells
 * one of them (40001), or both, if both look before either has gone.
 *
 * <p>If only the first one is told, it removes its table, and the second one goes on with a table that has no name any
 * more: a null dereference (Schema.java:774), which its caller is told as an internal error (50000). It has looked for
 * the table (DropTable.java:121) before it waited, and not after. No number is known for that bug. It does no harm to
 * the database: the table is gone, as it should be. Another one is in what describes a cycle
 * (MVTable.getDeadlockDetails): it asks for the name of the thread that waits, which may be gone by then. Who creates
 * then gets that error instead of 40001, and does not remove the table, since only a DbException makes it do so.
 *
 * <p>A plain JVM that did this 29,587 times printed the first of the codes with errors below 27 times, the next ones
 * 16 and 37 times, and 50000 of CREATE once.
 *
 * @outcome created ok, dropped ok, 1
 * @outcome created ok, dropped ok, 0
 * @outcome created ok, dropped 40001, 1
 * @outcome created 40001, dropped 50000, 0
 * @outcome created 40001, dropped 40001, 0
 * @outcome created 50000, dropped 40001, 0
 * @outcome created 50000, dropped 40001, 1
 */
public class H2CreateDrop {
    static final String URL = "jdbc:h2:mem:test";

    static String run(String statement) {
        try (Connection c = DriverManager.getConnection(URL); Statement s = c.createStatement()) {
            s.execute(statement);
            return "ok";
        } catch (SQLException e) {
            return Integer.toString(e.getErrorCode());
        }
    }

    public static void main(String[] args) throws Exception {
        try (Connection c = DriverManager.getConnection(URL); Statement s = c.createStatement()) {
            String[] dropped = new String[1];
            Thread other = new Thread(() -> dropped[0] = run("DROP TABLE IF EXISTS t"), "other");
            other.start();
            String created = run("CREATE TABLE t (id INT PRIMARY KEY)");
            other.join();
            try (ResultSet rows = s.executeQuery(
                    "SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME = 'T'")) {
                rows.next();
                System.out.println("created " + created + ", dropped " + dropped[0] + ", " + rows.getInt(1));
            }
        }
    }
}
