/**
 * What an exception says depends on what its maker has read: e0 or e1, or it is not there yet.
 */
public class ExceptionMessage {
    static int n;
    static RuntimeException made;

    public static void main(String[] args) throws Exception {
        Thread maker = new Thread(() -> made = new RuntimeException("e" + n));
        maker.start();
        n = 1;
        RuntimeException seen = made;
        System.out.println(seen == null ? "none" : seen.getMessage());
        maker.join();
    }
}
