import java.util.concurrent.locks.ReentrantLock;

/**
 * Only the owner may unlock; the attempt of another thread changes nothing.
 */
public class UnlockByOther {
    static final ReentrantLock lock = new ReentrantLock();
    static String result = "allowed";

    public static void main(String[] args) throws InterruptedException {
        lock.lock();
        Thread t = Par.start(() -> {
            try {
                lock.unlock();
            } catch (IllegalMonitorStateException e) {
                result = "refused";
            }
        });
        t.join();
        System.out.println(result + " " + lock.isLocked());
    }
}
