/**
 * Where other threads are is not checked, and the tool says so.
 */
public class AllStackTraces {
    public static void main(String[] args) {
        new Thread(() -> {}).start();
        System.out.println(Thread.getAllStackTraces().size() > 0);
    }
}
