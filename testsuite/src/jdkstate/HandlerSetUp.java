import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * A handler of the program inherits its level and its filter from the JDK. A thread sets the level, then takes the filter away, which refuses everything; main
 * asks whether a record is to be logged, which reads the level, then the filter (unless the level is OFF), and asks for the level.
 *
 * Outcomes: "false ALL" and "false OFF" (the filter was there, or the level was OFF), "true OFF" (the level was read before the thread began, the filter
 * after it had ended). Not "true ALL": who finds no filter finds the new level after that.
 */
public class HandlerSetUp {
    static class Sink extends Handler {
        @Override public void publish(LogRecord record) { }

        @Override public void flush() { }

        @Override public void close() { }
    }

    public static void main(String[] args) throws InterruptedException {
        Handler handler = new Sink();
        handler.setLevel(Level.ALL);
        handler.setFilter(record -> false);
        Thread setter = new Thread(() -> {
            handler.setLevel(Level.OFF);
            handler.setFilter(null);
        });
        setter.start();
        boolean loggable = handler.isLoggable(new LogRecord(Level.INFO, "text"));
        Level level = handler.getLevel();
        setter.join();
        System.out.println(loggable + " " + level);
    }
}
