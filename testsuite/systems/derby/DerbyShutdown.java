import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A database is shut down while another connection inserts a row. The row is inserted, or its connection is gone
 * already (08003).
 *
 * <p>Or it is at work. Who shuts down marks each connection (ContextManager.java:454) and interrupts its thread
 * (ContextService.java:580), then closes the store (DatabaseContextImpl.java:77), and waits for nobody. The other one
 * notices the mark when it next asks for a context or leaves one, whatever it is doing (ContextManager.java:468), and
 * is told XJ001, "Java exception: ShutdownException". If it comes first to something in the store that is closed
 * already, it is told of an error of the store (XSCB1 and XSCH1 no such container, XSLA1 the log is shut down, XSTB0),
 * or it stumbles over a null reference, which is XJ001, too (AllocationCache.java:611, BTreeController.java:722, and
 * where the log is flushed).
 *
 * <p>A bug, for which no number is known: a statement that ends like that is not cleaned up, since a context manager
 * that has the mark does nothing (ContextManager.java:260 to 261). If it had a latch on a page, it has it for ever; so
 * it is, for instance, where it has added a page and ends the transaction for that (BaseContainer.java:331). To close
 * the store is to write a checkpoint, for which each page that has changed must have no owner (CachedPage.java:584 to
 * 588, a wait without a limit). So the shutdown never ends, and who connects to the database is told that there is
 * none (XJ004). Whoever has got "ok" or 08003 has no latch; an error of the store comes as well from within one
 * (FileLogger.java:346).
 *
 * <p>Another one: a thread may be interrupted after its statement has ended, since who interrupts has looked before
 * that whether it is at work (ContextService.java:569, 580). So it is not main that inserts, which then waits.
 *
 * <p>A plain JVM that did this 2,499 times, with delays of up to some milliseconds, was stuck 6 times, after XJ001. It
 * inserted 508 times, and printed 08003 949 times, XJ001 974 times, and errors of the store 62 times, each of these
 * with 08006. Eight threads that had got "ok" or 08003 were left with an interrupt.
 *
 * @outcome inserted ok, closed 08006
 * @outcome inserted 08003, closed 08006
 * @outcome inserted XJ001, closed 08006
 * @outcome inserted store, closed 08006
 * @outcome inserted XJ001, closed never
 * @outcome inserted store, closed never
 */
public class DerbyShutdown {
    /** Milliseconds after which a thread that has not ended never will. */
    private static final int LONG = 60_000;

    static String insert(Statement s) {
        try {
            s.execute("INSERT INTO t VALUES (3, 0)");
            return "ok";
        } catch (SQLException e) {
            return e.getSQLState().startsWith("XS") ? "store" : e.getSQLState();
        }
    }

    static String shutDown() {
        try (Connection c = DriverManager.getConnection(Seed.URL + ";shutdown=true")) {
            return "open";
        } catch (SQLException e) {
            return e.getSQLState();
        }
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws Exception {
        Statement s = Seed.restored().createStatement();
        String[] ended = {"never", "never"};
        Thread first = daemon(() -> ended[0] = insert(s), "first");
        Thread second = daemon(() -> ended[1] = shutDown(), "second");
        first.join(LONG);
        second.join(LONG);
        System.out.println("inserted " + ended[0] + ", closed " + ended[1]);
    }
}
