/**
 * A class that is loaded by name through the context class loader is the one the program uses.
 *
 * Only outcome: true 7.
 */
public class ForName {
    static int seven = 7;

    public static void main(String[] args) throws Exception {
        Class<?> other = Thread.currentThread().getContextClassLoader().loadClass("ForName");
        System.out.println((other == ForName.class) + " " + other.getDeclaredField("seven").getInt(null));
    }
}
