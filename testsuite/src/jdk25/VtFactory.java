import java.util.concurrent.ThreadFactory;

/**
 * A factory numbers the threads that it makes: two threads that use the same one get the numbers in either order, and different ones.
 * Possible: "v0 v1", "v1 v0".
 */
public class VtFactory {
    static String first;
    static String second;

    public static void main(String[] args) throws InterruptedException {
        ThreadFactory factory = Thread.ofVirtual().name("v", 0).factory();
        Thread other = Thread.ofPlatform().start(() -> second = factory.newThread(() -> {}).getName());
        first = factory.newThread(() -> {}).getName();
        other.join();
        System.out.println(first + " " + second);
    }
}
