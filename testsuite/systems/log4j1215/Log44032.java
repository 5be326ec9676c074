import java.io.ByteArrayOutputStream;
import org.apache.log4j.AsyncAppender;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.WriterAppender;

/**
 * Bug 44032 of log4j (in 1.2.15 alone): a stack trace has lines that are null.
 *
 * <p>{@code ThrowableInformation.getThrowableStrRep()} stores an array in a field (ThrowableInformation.java:90) and
 * only then puts the lines into it (line 91). Who finds the field set takes a copy of the array (line 72); and who
 * has stored one itself returns what the field has then (line 93). Here the logger has two appenders, one of them
 * behind an AsyncAppender. So the dispatcher and main write the same event at once, and one may find a line that is
 * null.
 *
 * <p>It can be nothing else: the exception has a text and no stack trace, so each line is a string once the array is
 * filled. It does harm: {@code WriterAppender.subAppend} writes the line (WriterAppender.java:309), which is a null
 * dereference. Main gets it from the call that logs; the dispatcher dies of it, and with a full buffer whoever logs
 * next waits for ever (50463).
 *
 * <p>What is copied there is copied by {@code Object.clone}, of which class files of that age have the array's.
 * With 1.2.14 and 1.2.16 a check of this program is complete and finds nothing.
 *
 * @jvm -Dlog4j.defaultInitOverride=true
 * @bug 44032
 * @violation null-dereference WriterAppender.java:309
 * @outcome [exception]
 * @outcome [exception] failed\njava.lang.IllegalStateException: no such file\nfailed
 * @outcome failed\njava.lang.IllegalStateException: no such file\nfailed\njava.lang.IllegalStateException: no such file
 */
public class Log44032 {
    static WriterAppender writer(ByteArrayOutputStream text) {
        return new WriterAppender(new PatternLayout("%m%n"), text);
    }

    public static void main(String[] args) throws InterruptedException {
        Throwable failure = new IllegalStateException("no such file");
        failure.setStackTrace(new StackTraceElement[0]);
        ByteArrayOutputStream late = new ByteArrayOutputStream();
        AsyncAppender dispatched = new AsyncAppender();
        dispatched.addAppender(writer(late));
        ByteArrayOutputStream early = new ByteArrayOutputStream();
        Logger logger = Logger.getLogger("a");
        logger.setAdditivity(false);
        logger.addAppender(dispatched);
        logger.addAppender(writer(early));
        logger.error("failed", failure);
        dispatched.close();
        System.out.print(early);
        System.out.print(late);
    }
}
