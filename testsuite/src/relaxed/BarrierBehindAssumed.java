/**
 * A thread local makes calls fences that are only assumed; a record that is made behind a write ends with a barrier. The
 * two threads share nothing, so there is one outcome under each model.
 */
public class BarrierBehindAssumed {
    static int own;
    static int other;

    static final class Pair {
        final int first;

        Pair(int first) {
            this.first = first;
        }
    }

    static final ThreadLocal<Integer> LOCAL = ThreadLocal.withInitial(() -> 1);

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 2; i++) {
                Pair pair = new Pair(i);
                own = own + 1;
            }
        });
        Thread idle = new Thread(() -> {});
        writer.start();
        idle.start();
        writer.join();
        idle.join();
        System.out.println("" + own + other);
    }
}
