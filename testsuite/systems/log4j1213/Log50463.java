import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.AsyncAppender;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Bug 50463 of log4j (in 1.2.13, and still in 1.2.17): who logs waits for ever when the dispatcher of an
 * AsyncAppender has died.
 *
 * <p>An exception of an appender ends the dispatcher's thread. {@code AsyncAppender.append} asks whether it is alive
 * (AsyncAppender.java:85), and then waits for room in the buffer (line 104) without asking again. The dispatcher
 * takes the first event out of the buffer of one; main puts the second one in, sees that the dispatcher lives and
 * waits, with the third; the dispatcher dies of the first.
 *
 * <p>That the dispatcher ends with an exception is what the appender does and no violation here: deadlocks alone are
 * looked for. Who may wait is main for room and the dispatcher for an event, of which there is one whenever there is
 * no room. So main waits for ever only if the dispatcher has died. If it is known to be dead, main appends by itself.
 *
 * @jvm -Dlog4j.defaultInitOverride=true
 * @option --property deadlock
 * @bug 50463
 * @violation deadlock AsyncAppender.java:104
 * @outcome [deadlock]
 * @outcome [exception] done
 */
public class Log50463 {
    /** Cannot append the first event. */
    static final class Failing extends AppenderSkeleton {
        @Override
        protected void append(LoggingEvent event) {
            if (event.getMessage().equals("first")) {
                throw new IllegalStateException("the disk is full");
            }
        }

        @Override
        public void close() {}

        @Override
        public boolean requiresLayout() {
            return false;
        }
    }

    public static void main(String[] args) {
        Logger logger = Logger.getLogger("test");
        AsyncAppender appender = new AsyncAppender();
        appender.setBufferSize(1);
        appender.addAppender(new Failing());
        logger.addAppender(appender);
        logger.info("first");
        logger.info("second");
        logger.info("third");
        System.out.println("done");
    }
}
