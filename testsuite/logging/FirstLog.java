import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;

/** Two threads are the first to log; one of them wants Logback's own class, as programs do that configure it. */
public class FirstLog {
    static void configure() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.getName();
    }

    public static void main(String[] args) {
        new Thread(FirstLog::configure, "first").start();
        new Thread(FirstLog::configure, "second").start();
    }
}
