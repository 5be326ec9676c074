/**
 * Native code makes a thread, which attaches itself to the JVM and writes a field. Nobody decides when it runs, so the check is not complete.
 */
public class NativeThread {
    static volatile int x;

    static native void begin();

    static native void join();

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        begin();
        join();
        Thread other = new Thread(() -> x = 2);
        other.start();
        other.join();
        System.out.println(x);
    }
}
