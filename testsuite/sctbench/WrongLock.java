/**
 * SCTBench, {@code CS.wronglock_3_bad} (N = 3) and {@code CS.wronglock_bad} (N = 7): one thread increments a value
 * under the lock of the value and wants it to be one more than before; N others increment it under a lock that is
 * theirs. Arguments: N (3), at least 1.
 *
 * <p>Bug: two locks for one datum. AssertionError in the first thread.
 *
 * <p>Shown by: the first thread is preempted after it has read the value, and another increments it. 1 preemption;
 * without any, the first thread is alone from its read to its check.
 *
 * <p>Wrong for every N from 1, right for 0.
 */
public class WrongLock {
    static final Object lockOfValue = new Object();
    static final Object lockOfOthers = new Object();
    static int value;

    static void checked() {
        synchronized (lockOfValue) {
            int before = value;
            value++;
            if (value != before + 1) {
                throw new AssertionError("somebody else has changed the value");
            }
        }
    }

    static void other() {
        synchronized (lockOfOthers) {
            value++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Thread[] threads = new Thread[n + 1];
        for (int i = 0; i <= n; i++) {
            threads[i] = new Thread(i == 0 ? WrongLock::checked : WrongLock::other, i == 0 ? "checked" : "other " + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
