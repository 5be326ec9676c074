/**
 * System properties are shared by all threads; each execution begins with those of the command line.
 */
public class SystemProperty {
    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> System.setProperty("feature.property", "set"));
        writer.start();
        String value = System.getProperty("feature.property");
        writer.join();
        System.out.println(value);
    }
}
