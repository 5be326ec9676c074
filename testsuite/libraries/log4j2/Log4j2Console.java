import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;

/**
 * Two threads log to the console, one line each, in either order.
 *
 * @jvm -Dlog4j2.disable.jmx=true -Dlog4j.shutdownHookEnabled=false
 * @outcome INFO a\nINFO b
 * @outcome INFO b\nINFO a
 */
public class Log4j2Console {
    public static void main(String[] args) throws InterruptedException {
        ConfigurationBuilder<BuiltConfiguration> builder = ConfigurationBuilderFactory.newConfigurationBuilder();
        builder.setStatusLevel(Level.OFF);
        builder.add(builder.newAppender("out", "Console").add(builder.newLayout("PatternLayout").addAttribute("pattern", "%p %m%n")));
        builder.add(builder.newRootLogger(Level.INFO).add(builder.newAppenderRef("out")));
        LoggerContext context = Configurator.initialize(builder.build());
        Logger logger = LogManager.getLogger("test");
        Thread t1 = new Thread(() -> logger.info("a"));
        Thread t2 = new Thread(() -> logger.info("b"));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
    }
}
