/**
 * Three ways to start a virtual thread. All are virtual and daemons, and can be joined.
 */
public class VirtualStarts {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        int[] seen = new int[3];
        Thread a = Thread.ofVirtual().start(() -> seen[0] = 1);
        Thread b = Thread.startVirtualThread(() -> seen[1] = 2);
        Thread c = Thread.ofVirtual().unstarted(() -> seen[2] = 3);
        c.start();
        a.join();
        b.join();
        c.join();
        boolean virtual = a.isVirtual() && b.isVirtual() && c.isVirtual() && !Thread.currentThread().isVirtual();
        boolean daemon = a.isDaemon() && b.isDaemon() && c.isDaemon();
        System.out.println(virtual + " " + daemon + " " + seen[0] + " " + seen[1] + " " + seen[2]);
    }
}
