import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A thread sets the level of a logger, forgets the logger, and asks for a collection; then it asks for the level again. Loggers are
 * held weakly, but the collector is taken never to clear what the program can see: it finds the level that it has set. The
 * other thread finds that, or none.
 */
public class LoggerNotCollected {
    static Level first;
    static Level second;

    public static void main(String[] args) throws InterruptedException {
        Thread sets = new Thread(() -> {
            Logger.getLogger("forgotten").setLevel(Level.FINE);
            System.gc();
            first = Logger.getLogger("forgotten").getLevel();
        });
        Thread asks = new Thread(() -> second = Logger.getLogger("forgotten").getLevel());
        sets.start();
        asks.start();
        sets.join();
        asks.join();
        System.out.println(first + " " + second);
    }
}
