import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Classes of the program that extend a lock, a semaphore and a latch, and have fields of their own.
 *
 * <p>Main holds the lock when others get to know it, so what it writes before it unlocks comes first: (1 + 10) * 2 = 22. The semaphore has one
 * permit, so its two users come one after the other, in either order: 0 * 2 + 1, then * 3 is 3; 0 * 3, then * 2 + 1 is 1. Whoever gets through
 * the latch finds what was written before it was counted down. Outcomes: 22 3 1 5 and 22 1 1 5.
 */
public class SynchroniserSubclasses {
    static final class Lock extends ReentrantLock {
        int number;
    }

    static final class Permit extends Semaphore {
        int number;

        Permit() {
            super(1);
        }
    }

    static final class Result extends CountDownLatch {
        Integer value;

        Result() {
            super(1);
        }

        void set(Integer value) {
            this.value = value;
            countDown();
        }

        Integer get() throws InterruptedException {
            if (getCount() != 0) {
                await();
            }
            return value;
        }
    }

    static Lock lock;

    static void use(Permit permit, int factor, int summand) {
        permit.acquireUninterruptibly();
        permit.number = permit.number * factor + summand;
        permit.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Lock mine = new Lock();
        mine.lock();
        mine.number = 1;
        lock = mine;
        Thread other = new Thread(() -> {
            lock.lock();
            lock.number *= 2;
            lock.unlock();
        });
        other.start();
        mine.number += 10;
        mine.unlock();
        other.join();

        Permit permit = new Permit();
        Thread t1 = new Thread(() -> use(permit, 2, 1));
        Thread t2 = new Thread(() -> use(permit, 3, 0));
        t1.start();
        t2.start();
        t1.join();
        t2.join();

        Result result = new Result();
        new Thread(() -> result.set(5)).start();
        System.out.println(mine.number + " " + permit.number + " " + permit.availablePermits() + " " + result.get());
    }
}
