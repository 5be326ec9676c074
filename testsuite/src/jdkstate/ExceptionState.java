import java.io.WriteAbortedException;
import java.sql.SQLException;
import javax.naming.NamingException;

/**
 * Exceptions of the JDK have state of their own that changes after they were made: the next one of an {@code SQLException},
 * what a {@code NamingException} knows of names and causes, also in a class of the program, and fields that are public.
 *
 * <p>Four writes, and four reads in the opposite order: who has seen one write sees all that came before it. So each number
 * of writes from none to four may have been seen, and those are the first ones: 0 to 4 ones from the right.
 */
public class ExceptionState {
    static class Unnamed extends NamingException {
        private static final long serialVersionUID = 1;
    }

    static final SQLException SQL = new SQLException("first");
    static final NamingException NAMING = new Unnamed();
    static final NamingException TOLD = new NamingException();
    static final WriteAbortedException ABORTED = new WriteAbortedException("aborted", null);

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            SQL.setNextException(new SQLException("second"));
            NAMING.setResolvedObj("here");
            TOLD.setRootCause(new OutOfMemoryError());
            ABORTED.detail = new Exception("detail");
        });
        writer.start();
        int seen = ABORTED.getCause() != null ? 1000 : 0;
        seen += TOLD.toString().contains("OutOfMemoryError") ? 100 : 0;
        seen += NAMING.getResolvedObj() != null ? 10 : 0;
        int count = 0;
        for (Throwable each : SQL) {
            count += each instanceof SQLException ? 1 : 0;
        }
        writer.join();
        System.out.println(seen + count - 1);
    }
}
