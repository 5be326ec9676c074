import java.util.concurrent.locks.LockSupport;

/**
 * Virtual threads are daemons: one that waits for ever is no deadlock. main reads before or after its write. Possible: 0, 1.
 */
public class VirtualIsNotWaitedFor {
    static volatile int x;

    public static void main(String[] args) {
        Thread.startVirtualThread(() -> {
            x = 1;
            LockSupport.park();
        });
        System.out.println(x);
    }
}
