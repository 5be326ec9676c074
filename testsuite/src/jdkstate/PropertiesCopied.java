import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * One thread sets a system property, the other copies all of them into a map of another kind. Possible: it is there, or
 * it is not. (Where the map is a {@code Properties} itself, the copying is a call of which it is not known that it is one
 * step: the check must not say that it is complete.)
 */
public class PropertiesCopied {
    public static void main(String[] args) throws InterruptedException {
        Thread setter = new Thread(() -> System.setProperty("mcr.copied", "1"));
        setter.start();
        Map<Object, Object> copy = new TreeMap<>();
        if (args[0].equals("hash")) {
            copy = new HashMap<>(System.getProperties());
        } else if (args[0].equals("tree")) {
            copy.putAll(System.getProperties());
        } else {
            Properties own = new Properties();
            own.putAll(System.getProperties());
            copy = own;
        }
        System.out.println(copy.containsKey("mcr.copied"));
        setter.join();
    }
}
