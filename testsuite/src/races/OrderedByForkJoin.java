import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** Two tasks, one half each. */
public class OrderedByForkJoin {
    static final int[] halves = new int[2];

    static final class Half extends RecursiveAction {
        final int index;

        Half(int index) {
            this.index = index;
        }

        @Override
        protected void compute() {
            halves[index] = index + 1;
            if (index == 0) {
                Half other = new Half(1);
                other.fork();
                other.join();
                halves[1] += halves[0];
            }
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.invoke(new Half(0));
        System.out.println(halves[1]);
        pool.shutdown();
    }
}
