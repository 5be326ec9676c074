import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A thread sets the level of a handler by reflection, then that of a logger by a method handle. Main asks for both, the handler's first.
 *
 * Outcomes: ALL ALL, OFF ALL, OFF OFF, and ALL OFF (the handler was asked first).
 */
public class LoggersByReflection {
    public static void main(String[] args) throws Exception {
        Handler handler = new ConsoleHandler();
        handler.setLevel(Level.ALL);
        Logger logger = Logger.getLogger("app");
        logger.setLevel(Level.ALL);
        Method ofHandler = Handler.class.getMethod("setLevel", Level.class);
        MethodType type = MethodType.methodType(void.class, Level.class);
        MethodHandle ofLogger = MethodHandles.lookup().findVirtual(Logger.class, "setLevel", type);
        Thread setter = new Thread(() -> {
            try {
                ofHandler.invoke(handler, Level.OFF);
                ofLogger.invokeExact(logger, Level.OFF);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        setter.start();
        String levels = handler.getLevel() + " " + logger.getLevel();
        setter.join();
        System.out.println(levels);
    }
}
