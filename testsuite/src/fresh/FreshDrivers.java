import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.util.Collections;
import java.util.Properties;

/**
 * {@code DriverManager} knows no driver that an earlier execution has registered, and the driver it finds is this execution's.
 *
 * The two increments make more than one execution; x is 1 if both threads read 0, else 2. What the JDK holds is what a JVM that has just started
 * holds, in every execution.
 */
public class FreshDrivers {
    static int x;

    static class Mine implements Driver {
        @Override public Connection connect(String url, Properties properties) { return null; }

        @Override public boolean acceptsURL(String url) { return url.startsWith("jdbc:mine:"); }

        @Override public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) { return new DriverPropertyInfo[0]; }

        @Override public int getMajorVersion() { return 1; }

        @Override public int getMinorVersion() { return 0; }

        @Override public boolean jdbcCompliant() { return false; }

        @Override public java.util.logging.Logger getParentLogger() { return null; }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> x++);
        other.start();
        x++;
        other.join();
        int before = Collections.list(DriverManager.getDrivers()).size();
        int timeout = DriverManager.getLoginTimeout();
        DriverManager.registerDriver(new Mine());
        DriverManager.setLoginTimeout(7);
        System.out.println(x + " " + before + " " + timeout + " " + (DriverManager.getDriver("jdbc:mine:") instanceof Mine));
    }
}
