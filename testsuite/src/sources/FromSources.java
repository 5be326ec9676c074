/**
 * A program in several source files, one of which nothing names: SB with a variable in another file. Up to JDK 21 the
 * launcher does not look for other files, and says that the package does not exist.
 */
public class FromSources {
    private static volatile int x;
    private static int first;
    private static int second;

    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> {
            x = 1;
            first = parts.Named.y;
        });
        Thread two = new Thread(() -> {
            parts.Named.y = 1;
            second = x;
        });
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(first + " " + second + " " + Class.forName("parts.Unnamed").getMethod("say").invoke(null));
    }
}
