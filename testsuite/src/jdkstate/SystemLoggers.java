import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Two threads log by {@code System.Logger} to a handler of the program; main switches the logger behind it off between two of its own records. The thread asks
 * afterwards whether it may log.
 *
 * Outcomes, records of the thread and its answer: "1 true", "1 false" (switched off in between), "0 false". Main's first record is always there, its second
 * one never.
 */
public class SystemLoggers {
    static int mine;
    static int others;
    static boolean may;

    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        System.Logger log = System.getLogger("app");
        Logger behind = Logger.getLogger("app");
        behind.setUseParentHandlers(false);
        behind.addHandler(new Handler() {
            @Override public void publish(LogRecord record) {
                if (Thread.currentThread() == main) {
                    mine++;
                } else {
                    others++;
                }
            }

            @Override public void flush() { }

            @Override public void close() { }
        });
        Thread thread = new Thread(() -> {
            log.log(System.Logger.Level.INFO, "text");
            may = log.isLoggable(System.Logger.Level.INFO);
        });
        thread.start();
        log.log(System.Logger.Level.INFO, "text");
        behind.setLevel(Level.OFF);
        log.log(System.Logger.Level.INFO, "text");
        thread.join();
        System.out.println(mine + " " + others + " " + may);
    }
}
