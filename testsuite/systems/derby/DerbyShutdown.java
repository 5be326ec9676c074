import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A database is shut down while another connection inserts a row. The row is inserted, or its connection is gone
 * already (08003).
 *
 * <p>Or it is at work. SHUTDOWN marks each connection (ContextManager.java:454) and interrupts its thread
 * (ContextService.java:578), then closes the store (DatabaseContextImpl.java:77), and waits for nobody. The other one
 * notices the mark when it next asks for a context, in whatever it is doing (ContextManager.java:468), and is told
 * XJ001, "Java exception: ShutdownException". If it comes to something in the store first that is closed already, it is
 * told of an error of the store (XSCB1 no such container, XSLA1 the log is shut down, XSTB0, XSCH1), or it stumbles over
 * a null reference, which is XJ001, too (AllocationCache.java:611, BTreeController.java:722, and where the log is
 * flushed).
 *
 * <p>A bug, which has no number that is known: a statement that ends like that is not cleaned up, since a context manager
 * that has the mark does nothing (ContextManager.java:260 to 261). If it had a latch on a page, it has it for ever. To
 * close the store is to write a checkpoint, for which each page that has changed must have no owner
 * (CachedPage.java:587 to 588, a wait without a limit). So SHUTDOWN never comes to its end, and the database cannot be
 * opened again before the JVM has ended. That needs no damaged disk and no delay: a plain JVM that did this 2,160 times
 * was stuck 5 times. It printed "ok" 447 times, 08003 816 times, XJ001 846 times, and errors of the store 46 times, each
 * with 08006. Where SHUTDOWN was stuck, the other one was told XJ001; an error of the store comes just as well from
 * within a latch (FileLogger.java:346). Who has got "ok" or 08003 has no latch.
 *
 * <p>Another one: a thread may be interrupted after its statement has ended well, since who interrupts has asked before
 * what it does (ContextService.java:569, 578). That happened 6 times; hence main calls nothing of that kind itself.
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
