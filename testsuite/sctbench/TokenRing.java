/**
 * SCTBench, {@code CS.token_ring_bad}: three threads of a ring take over the number of the one before them, the first
 * of them plus one modulo 4, each in one step; a fourth wants all numbers to be the same when all three have done so.
 * The numbers are 1, 2 and 1 at first.
 *
 * <p>Bug: the numbers are the same only if the first thread is before the second. AssertionError in the fourth.
 *
 * <p>Shown by: the second thread is before the first, or the third before the first (which then adds to another
 * number), and the fourth is last. 0 preemptions: main waits, and any thread may be next.
 *
 * <p>Right orders of the three: 1 2 3 (2 2 2) and 1 3 2 (2 2 2, as 2 is what the second had at first). Without
 * parameters.
 */
public class TokenRing {
    /** Makes each thread one step, as the original says. */
    static final Object step = new Object();
    static int x1 = 1;
    static int x2 = 2;
    static int x3 = 1;
    static boolean done1;
    static boolean done2;
    static boolean done3;

    static void first() {
        synchronized (step) {
            x1 = (x3 + 1) % 4;
            done1 = true;
        }
    }

    static void second() {
        synchronized (step) {
            x2 = x1;
            done2 = true;
        }
    }

    static void third() {
        synchronized (step) {
            x3 = x2;
            done3 = true;
        }
    }

    static void check() {
        synchronized (step) {
            if (done1 && done2 && done3 && !(x1 == x2 && x2 == x3)) {
                throw new AssertionError("the numbers are not the same");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {
            new Thread(TokenRing::first, "first"),
            new Thread(TokenRing::second, "second"),
            new Thread(TokenRing::third, "third"),
            new Thread(TokenRing::check, "check"),
        };
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
