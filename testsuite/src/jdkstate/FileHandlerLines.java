import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.FileHandler;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Two threads log to a file, with the formatter of the JDK, which writes two lines for each record; the second one says the message.
 *
 * Outcomes: 4 INFO: a WARNING: b, 4 WARNING: b INFO: a.
 */
public class FileHandlerLines {
    static final Logger LOGGER = Logger.getLogger("FileHandlerLines");

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempDirectory("mcr-handler-lines").resolve("log.txt");
        FileHandler handler = new FileHandler(file.toString());
        handler.setFormatter(new SimpleFormatter());
        LOGGER.setUseParentHandlers(false);
        LOGGER.addHandler(handler);
        Thread thread = new Thread(() -> LOGGER.info("a"));
        thread.start();
        LOGGER.warning("b");
        thread.join();
        handler.close();
        List<String> lines = Files.readAllLines(file);
        System.out.println(lines.size() + " " + lines.get(1) + " " + lines.get(3));
    }
}
