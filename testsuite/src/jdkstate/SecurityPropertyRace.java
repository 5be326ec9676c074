import java.net.CookieHandler;
import java.net.CookieManager;
import java.security.Security;

/**
 * What one thread sets for all threads in static fields of the JDK another thread reads: a security property, and the default cookie handler.
 *
 * Possible: the property is null or "set", the handler is there or not; the property is set first, so a handler that is there was set after the
 * property, but that was read before: all four.
 */
public class SecurityPropertyRace {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            Security.setProperty("mcr.test", "set");
            CookieHandler.setDefault(new CookieManager());
        });
        t.start();
        String property = Security.getProperty("mcr.test");
        boolean handler = CookieHandler.getDefault() != null;
        t.join();
        System.out.println(property + " " + handler);
    }
}
