import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.AsyncAppender;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Threads log to an asynchronous appender of log4j 1.2, while another one changes levels and the size of its buffer. Arguments: threads, rounds of
 * each. For {@code --strategy predict}.
 */
public class LogLoad {
    /** Counts what it is given. */
    static final class Counts extends AppenderSkeleton {
        int count;

        @Override
        protected void append(LoggingEvent event) {
            count++;
        }

        @Override
        public boolean requiresLayout() {
            return false;
        }

        @Override
        public void close() {}
    }

    static void log(int number, int rounds) {
        Logger own = Logger.getLogger("com.acme." + number % 2);
        for (int i = 0; i < rounds; i++) {
            own.info("round " + i);
        }
    }

    static void change(AsyncAppender appender, int rounds) {
        for (int i = 0; i < rounds; i++) {
            Logger.getLogger("com.acme").setLevel(i % 2 == 0 ? Level.WARN : Level.DEBUG);
            appender.setBufferSize(3 + i % 2);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        Counts counts = new Counts();
        AsyncAppender appender = new AsyncAppender();
        appender.setBufferSize(4);
        appender.addAppender(counts);
        Logger.getRootLogger().addAppender(appender);
        Thread[] all = new Thread[threads + 1];
        for (int i = 0; i < threads; i++) {
            int number = i;
            all[i] = new Thread(() -> log(number, rounds));
        }
        all[threads] = new Thread(() -> change(appender, rounds));
        for (Thread thread : all) {
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        appender.close();
        System.out.println(counts.count <= threads * rounds);
    }
}
