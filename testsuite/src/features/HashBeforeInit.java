/**
 * Two threads each make an object whose constructor asks for its identity hash code, and so gives it a name, before it uses a
 * class whose initialiser is silent: whoever comes first runs that, and the other one does not, and neither sees a
 * difference. Each puts its object where the other may find it; main prints who was last. The second thread asks afterwards
 * whether the first has begun: if not, it came first, after the same as otherwise; and the first was last.
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

        Named(Object owner, int number) {
            this.owner = owner;
            this.number = Counts.next(System.identityHashCode(this) == 0 ? 0 : number);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object owner = new Object();
        boolean[] saw = new boolean[1];
        Thread one = new Thread(() -> {
            begun = true;
            last = new Named(owner, 1);
        });
        Thread two = new Thread(() -> {
            last = new Named(owner, 2);
            saw[0] = begun;
        });
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(last.number + " " + (last.owner == owner) + " " + saw[0]);
    }
}
