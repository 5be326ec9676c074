import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.logging.LogManager;

/**
 * A thread reads another configuration of all loggers; main asks for a property of it. To read it changes one thing after the other, which is told.
 *
 * Outcomes: null, 1.
 */
public class LogConfiguration {
    public static void main(String[] args) throws InterruptedException {
        LogManager manager = LogManager.getLogManager();
        Thread reader = new Thread(() -> {
            try {
                manager.readConfiguration(new ByteArrayInputStream("own=1".getBytes()));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        reader.start();
        String own = manager.getProperty("own");
        reader.join();
        System.out.println(own);
    }
}
