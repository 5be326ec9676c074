import java.util.Properties;

/**
 * All system properties are replaced while another thread asks for one of them.
 *
 * Possible: "old", "new".
 */
public class PropertiesReplaced {
    public static void main(String[] args) throws InterruptedException {
        System.setProperty("which", "old");
        Properties other = new Properties();
        other.setProperty("which", "new");
        Thread t = new Thread(() -> System.setProperties(other));
        t.start();
        String seen = System.getProperty("which");
        t.join();
        System.out.println(seen);
    }
}
