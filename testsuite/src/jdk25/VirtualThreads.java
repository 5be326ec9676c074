/**
 * Two virtual threads increment a plain field: an increment can be lost, as with other threads. Possible: 1, 2.
 */
public class VirtualThreads {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread a = Thread.startVirtualThread(() -> x++);
        Thread b = Thread.startVirtualThread(() -> x++);
        a.join();
        b.join();
        System.out.println(x);
    }
}
