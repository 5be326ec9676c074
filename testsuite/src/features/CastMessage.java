/**
 * What the JVM says of a cast that fails names the class loaders. It is the same in every execution, and the same as without a checker.
 *
 * <p>Main sees the other thread's object, and the cast fails, or it does not.
 */
public class CastMessage {
    static Object object = 1;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> object = new CastMessage());
        other.start();
        try {
            System.out.println((Integer) object);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        other.join();
    }
}
