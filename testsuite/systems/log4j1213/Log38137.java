import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.AsyncAppender;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Bug 38137 of log4j (in 1.2.13, mended in 1.2.14): all threads of an AsyncAppender wait, since the wrong one was
 * notified.
 *
 * <p>Those who wait for room in the buffer (AsyncAppender.java:104) and the dispatcher, who waits for an event (line
 * 312), wait for one and the same monitor, and {@code append} and {@code run} wake up one of them with {@code notify}
 * (lines 119 and 321). The buffer has room for one event. Main has put the first one in, and main and the second
 * thread wait with one each. The dispatcher takes the event and notifies, say, main; it finds no other event and
 * waits. Main puts its event in, which is meant to tell the dispatcher, but it is the second thread that wakes up. It
 * finds no room, and waits again, as the dispatcher does, with an event in the buffer.
 *
 * <p>It is no other bug: the dispatcher lives (50463), as the appender behind it does nothing, and no monitor is held
 * by a thread that waits. {@code notifyAll} in the place of line 119 wakes up the dispatcher: with 1.2.14, which
 * does so, a check of this program is complete and finds nothing.
 *
 * <p>It does harm only to those who call {@code append} by themselves, which is public. A logger calls {@code
 * doAppend}, which has the monitor of the appender while it waits: so one thread at a time waits for room.
 *
 * @jvm -Dlog4j.defaultInitOverride=true
 * @bug 38137
 * @violation deadlock AsyncAppender.java:104
 * @outcome [deadlock]
 * @outcome done
 */
public class Log38137 {
    /** Takes every event. */
    static final class Nowhere extends AppenderSkeleton {
        @Override
        protected void append(LoggingEvent event) {}

        @Override
        public void close() {}

        @Override
        public boolean requiresLayout() {
            return false;
        }
    }

    static LoggingEvent event(String message) {
        return new LoggingEvent("", Logger.getRootLogger(), Level.INFO, message, null);
    }

    public static void main(String[] args) throws InterruptedException {
        AsyncAppender appender = new AsyncAppender();
        appender.setBufferSize(1);
        appender.addAppender(new Nowhere());
        appender.append(event("first"));
        Thread other = new Thread(() -> appender.append(event("other")), "other");
        other.start();
        appender.append(event("second"));
        other.join();
        System.out.println("done");
    }
}
