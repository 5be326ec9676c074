import java.security.Provider;
import java.security.Security;

/**
 * Security providers and properties that an earlier execution has added are not there.
 *
 * The two increments make more than one execution; x is 1 if both threads read 0, else 2. What the JDK holds is what a JVM that has just started
 * holds, in every execution.
 */
public class FreshProviders {
    static int x;

    static class Mine extends Provider {
        private static final long serialVersionUID = 1L;

        Mine() { super("Mine", "1", "none"); }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> x++);
        other.start();
        x++;
        other.join();
        boolean before = Security.getProvider("Mine") != null;
        String property = Security.getProperty("mine");
        Security.addProvider(new Mine());
        Security.setProperty("mine", "set");
        System.out.println(x + " " + before + " " + property + " " + (Security.getProvider("Mine") instanceof Mine));
    }
}
