import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Two threads log to a file: each record is there as a whole, in the one or the other order.
 *
 * Outcomes: [a][b], [b][a].
 */
public class FileHandlerShared {
    static final Logger LOGGER = Logger.getLogger("FileHandlerShared");

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempDirectory("mcr-handler").resolve("log.txt");
        FileHandler handler = new FileHandler(file.toString());
        handler.setFormatter(new Formatter() {
            @Override
            public String format(LogRecord record) {
                return "[" + record.getMessage() + "]";
            }
        });
        LOGGER.setUseParentHandlers(false);
        LOGGER.addHandler(handler);
        Thread thread = new Thread(() -> LOGGER.info("a"));
        thread.start();
        LOGGER.info("b");
        thread.join();
        handler.close();
        System.out.println(Files.readString(file));
    }
}
