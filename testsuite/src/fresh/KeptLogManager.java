import java.util.logging.LogManager;
import java.util.logging.Logger;

/**
 * The JDK makes its manager of loggers once in a JVM, here of a class of the program: the second execution, whose classes are other ones, would find the
 * manager of the first. That cannot be put back, so the check ends with a message that names the field.
 */
public class KeptLogManager {
    static int x;

    public static class Manager extends LogManager {
        int asked;

        @Override public synchronized boolean addLogger(Logger logger) {
            asked++;
            return super.addLogger(logger);
        }
    }

    public static void main(String[] args) throws Exception {
        Logger.getLogger("app");
        Thread other = new Thread(() -> x++);
        other.start();
        x++;
        other.join();
        System.out.println(x);
    }
}
