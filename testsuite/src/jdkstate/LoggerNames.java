import java.util.Collections;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/**
 * A thread makes a logger, and main asks whether there is one of its name: by the list of names, then by the name.
 *
 * Possible: "false false" (it was made later), "false true" (in between), "true true". Once it is there it stays: the
 * program keeps it.
 */
public class LoggerNames {
    static Logger made;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> made = Logger.getLogger("test.names"));
        t.start();
        LogManager manager = LogManager.getLogManager();
        boolean listed = Collections.list(manager.getLoggerNames()).contains("test.names");
        boolean found = manager.getLogger("test.names") != null;
        t.join();
        System.out.println(listed + " " + found);
    }
}
