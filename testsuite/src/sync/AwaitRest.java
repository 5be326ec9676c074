import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Who is woken in the middle of a limit, and waits for the rest, does not wait for longer than the limit. */
public class AwaitRest {
    static final StringBuffer LOG = new StringBuffer();

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Thread waiter = Par.start(() -> {
            long left = TimeUnit.MILLISECONDS.toNanos(10);
            lock.lock();
            try {
                while (left > 0) {
                    left = condition.awaitNanos(left);
                }
            } finally {
                lock.unlock();
            }
            LOG.append("over ");
        });
        Thread.sleep(6);
        lock.lock();
        condition.signalAll();
        lock.unlock();
        Thread.sleep(7);
        LOG.append("13 ");
        waiter.join();
        System.out.println(LOG.toString().trim());
    }
}
