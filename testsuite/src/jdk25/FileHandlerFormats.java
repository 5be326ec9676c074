import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Two threads log to a file; their formatter counts without a lock. In this release a handler formats a record before it takes its monitor, so a count may get
 * lost.
 *
 * Outcomes: 1, 2.
 */
public class FileHandlerFormats {
    static final Logger LOGGER = Logger.getLogger("FileHandlerFormats");
    static int formatted;

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempDirectory("mcr-formats").resolve("log.txt");
        FileHandler handler = new FileHandler(file.toString());
        handler.setFormatter(new Formatter() {
            @Override
            public String format(LogRecord record) {
                formatted++;
                return record.getMessage();
            }
        });
        LOGGER.setUseParentHandlers(false);
        LOGGER.addHandler(handler);
        Thread thread = new Thread(() -> LOGGER.info("a"));
        thread.start();
        LOGGER.info("b");
        thread.join();
        handler.close();
        System.out.println(formatted);
    }
}
