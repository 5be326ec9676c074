import java.util.concurrent.locks.LockSupport;

/**
 * What a thread says that it waits for: the object that it has given while it parks, and nothing before and afterwards.
 *
 * Outcomes: "none" (it has not come there, or has gone on: the permit may come first), "blocker"; and at the end none.
 */
public class BlockerAsked {
    static final Object BLOCKER = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> LockSupport.park(BLOCKER));
        t.start();
        Object seen = LockSupport.getBlocker(t);
        LockSupport.unpark(t);
        t.join();
        System.out.println(seen == BLOCKER ? "blocker" : seen == null ? "none" : "?");
        System.out.println(LockSupport.getBlocker(t));
    }
}
