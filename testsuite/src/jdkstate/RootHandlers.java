import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The handlers of the root logger, which the JDK makes, get a filter of the program that counts. Two threads set their level, each another one, and main logs.
 * Every execution finds the handlers as the JDK makes them: without a filter, and the root's level is INFO.
 *
 * Outcomes: first "INFO null", then whether main's record was counted (only before either has set the level), then the level that was set last.
 */
public class RootHandlers {
    static int counted;

    static void set(Level level) {
        for (Handler handler : Logger.getLogger("").getHandlers()) {
            handler.setLevel(level);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Handler handler = Logger.getLogger("").getHandlers()[0];
        String found = Logger.getLogger("").getLevel() + " " + handler.getFilter();
        handler.setFilter(record -> {
            counted++;
            return false;
        });
        Thread first = new Thread(() -> set(Level.SEVERE));
        Thread second = new Thread(() -> set(Level.OFF));
        first.start();
        second.start();
        Logger.getLogger("app").info("text");
        first.join();
        second.join();
        System.out.println(found + " " + counted + " " + handler.getLevel());
    }
}
