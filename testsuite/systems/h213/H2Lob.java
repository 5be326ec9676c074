import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A deadlock of H2 (in 1.3.173, mended in 1.3.174: "LOB deadlock between reading and updating LOB columns"; it has no
 * number): one connection reads a CLOB while another one updates it.
 *
 * <p>Large values are kept by a session of the database's own. Who reads one takes the monitor of that session, and
 * then that of the database (LobStorageBackend.java:195, 196). Who updates one has had the monitor of the database
 * since the statement began (Command.java:228), and wants that of the session (LobStorageBackend.java:367). In
 * 1.3.174 all take the database first, and its comment describes this deadlock.
 *
 * <p>Both do so in a second place: the reader where it opens the value (line 614), the writer where it says to which
 * table the new value belongs (line 560).
 *
 * <p>It is no other bug: the cycle is of these two monitors, in these lines. (A third thread, which writes the log,
 * wants the monitor of the database, too, and has nothing that others want.)
 *
 * <p>Without the deadlock, the reader has the old value, or is told that it is gone: an update deletes it at once.
 *
 * <p>The file is in memory. A database without a file would not use the session; small values would not, either, so
 * the limit is set low. Nothing is closed at the end, and caches of texts and numbers are off: that only saves time.
 *
 * @jvm -Dh2.objectCache=false
 * @bug LOB deadlock
 * @violation deadlock LobStorageBackend.java:367
 * @violation deadlock LobStorageBackend.java:560
 * @outcome [deadlock]
 * @outcome 50
 * @outcome gone
 */
public class H2Lob {
    static final String URL =
            "jdbc:h2:memFS:test;FILE_LOCK=NO;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0;PAGE_SIZE=256";

    public static void main(String[] args) throws Exception {
        Connection first = DriverManager.getConnection(URL);
        Connection second = DriverManager.getConnection(URL);
        Statement read = first.createStatement();
        Statement write = second.createStatement();
        read.execute("SET MAX_LENGTH_INPLACE_LOB 10");
        read.execute("CREATE TABLE t (c CLOB)");
        read.execute("INSERT INTO t VALUES (REPEAT('a', 50))");
        ResultSet row = read.executeQuery("SELECT c FROM t");
        row.next();
        Thread writer = new Thread(() -> {
            try {
                write.execute("UPDATE t SET c = REPEAT('b', 50)");
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }, "writer");
        writer.start();
        try {
            System.out.println(row.getString(1).length());
        } catch (SQLException e) {
            System.out.println("gone");
        }
        writer.join();
    }
}
