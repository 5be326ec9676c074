import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A database is shut down while another connection inserts a row. The row is inserted, or its connection is told that
 * another one has the database for itself (90135), that the database is closed (90121), or that it is being closed
 * (90098).
 *
 * <p>Or something goes wrong inside. SHUTDOWN closes at once what says that it has no statement at work
 * (SessionLocal.java:876). A session says so when its statement is over (SessionLocal.java:1246), and commits after
 * that (Command.java:158). So two threads may end one transaction, and either may find it gone: an internal error
 * (50000), or an assertion of the store (Transaction.java:493, for instance), of the statement, of SHUTDOWN, or of
 * both. It takes no delay: a plain JVM that does this again and again shows it once in some hundred times. No number is
 * known for it. It does harm: who has inserted a row is told that this has failed, and cannot know whether the row is
 * there; and where SHUTDOWN fails, the database stays open, and lets nobody in (90135).
 *
 * @outcome inserted ok, closed ok
 * @outcome inserted 50000, closed ok
 * @outcome inserted assertion, closed ok
 * @outcome inserted 90098, closed ok
 * @outcome inserted 90121, closed ok
 * @outcome inserted 90135, closed ok
 * @outcome inserted ok, closed 50000
 * @outcome inserted 50000, closed 50000
 * @outcome inserted assertion, closed 50000
 * @outcome inserted 90098, closed 50000
 * @outcome inserted 90121, closed 50000
 * @outcome inserted 90135, closed 50000
 * @outcome inserted ok, closed assertion
 * @outcome inserted 50000, closed assertion
 * @outcome inserted assertion, closed assertion
 * @outcome inserted 90098, closed assertion
 * @outcome inserted 90121, closed assertion
 * @outcome inserted 90135, closed assertion
 */
public class H2Close {
    static final String URL = "jdbc:h2:mem:test";

    static String run(Statement s, String statement) {
        try {
            s.execute(statement);
            return "ok";
        } catch (SQLException e) {
            return Integer.toString(e.getErrorCode());
        } catch (AssertionError e) {
            return "assertion";
        }
    }

    public static void main(String[] args) throws Exception {
        Connection first = DriverManager.getConnection(URL);
        Connection second = DriverManager.getConnection(URL);
        Statement shutdown = first.createStatement();
        shutdown.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        Statement insert = second.createStatement();
        String[] closed = new String[1];
        Thread other = new Thread(() -> closed[0] = run(shutdown, "SHUTDOWN"), "other");
        other.start();
        String inserted = run(insert, "INSERT INTO t VALUES (1)");
        other.join();
        System.out.println("inserted " + inserted + ", closed " + closed[0]);
    }
}
