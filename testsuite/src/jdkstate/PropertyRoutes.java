/**
 * System properties are set by one thread, one by {@code System} and one by the object that holds them all, in this order, and read by
 * another one, in the opposite order, by {@code Integer} and {@code Boolean}.
 *
 * Possible, (b, a): "null false"; "null true"; "1 true". Not "1 false".
 */
public class PropertyRoutes {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            System.setProperty("a", "true");
            System.getProperties().put("b", "1");
        });
        t.start();
        Integer b = Integer.getInteger("b");
        boolean a = Boolean.getBoolean("a");
        t.join();
        System.out.println(b + " " + a);
    }
}
