import java.util.concurrent.locks.ReentrantLock;

/**
 * Main interrupts a thread that wants its lock, and then unlocks. Printed: what came of it, and whether the flag is set afterwards.
 *
 * <p>The thread throws if it sees the interrupt when it begins or while it waits: "! false". If it looked at its flag before the interrupt and tries
 * when the lock is free, it gets it, and keeps the flag: "got true". It cannot get the lock without having been interrupted.
 */
public class LockOrInterrupted {
    static final ReentrantLock lock = new ReentrantLock();

    static void attempt() {
        String result;
        try {
            lock.lockInterruptibly();
            result = "got";
        } catch (InterruptedException e) {
            result = "!";
        }
        System.out.println(result + " " + Thread.currentThread().isInterrupted());
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(LockOrInterrupted::attempt);
        lock.lock();
        thread.start();
        thread.interrupt();
        lock.unlock();
        thread.join();
    }
}
