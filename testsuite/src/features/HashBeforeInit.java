import java.util.concurrent.ForkJoinPool;

/**
 * Two threads each make an object whose constructor asks for its identity hash code, and so gives it a name, before it uses a
 * class whose initialiser is silent: whoever comes first runs that, and the other one does not, and neither sees a
 * difference. Each puts its object where the other may find it; main prints who was last. The second thread asks afterwards
 * whether the first has begun: if not, it came first, after the same as otherwise; and the first was last. With an argument
 * it is not a class but the common pool, which each execution has anew, and whoever asks for it first.
 */
public class HashBeforeInit {
    private static volatile Named last;
    private static volatile boolean begun;

    private static final class Counts {
        static final int[] STEP = {1};

        static int next(int number) {
            return number + STEP[0];
        }
    }

    private static final class Named {
        final Object owner;
        final int number;

        Named(Object owner, int number, boolean withPool) {
            this.owner = owner;
            int hashed = System.identityHashCode(this) == 0 ? 0 : number;
            this.number = withPool ? hashed + Math.min(1, ForkJoinPool.commonPool().getQueuedSubmissionCount() + 1)
                    : Counts.next(hashed);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        boolean pool = args.length > 0;
        Object owner = new Object();
        boolean[] saw = new boolean[1];
        Thread one = new Thread(() -> {
            begun = true;
            last = new Named(owner, 1, pool);
        });
        Thread two = new Thread(() -> {
            last = new Named(owner, 2, pool);
            saw[0] = begun;
        });
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(last.number + " " + (last.owner == owner) + " " + saw[0]);
    }
}
