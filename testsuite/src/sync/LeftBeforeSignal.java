import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The limit of one who waits for a condition is over while another has the lock: it has left before the signal, which goes to the one who waits
 * without a limit, also if that one began later.
 */
public class LeftBeforeSignal {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        boolean[] signalled = {true};
        Thread impatient = Par.start(() -> {
            lock.lock();
            signalled[0] = condition.await(10, TimeUnit.MILLISECONDS);
            lock.unlock();
        });
        Thread patient = Par.start(() -> {
            Thread.sleep(2);
            lock.lock();
            condition.await();
            lock.unlock();
        });
        Thread.sleep(4);
        lock.lock();
        Thread.sleep(20);
        condition.signal();
        lock.unlock();
        patient.join();
        impatient.join();
        System.out.println(signalled[0]);
    }
}
