import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;

/**
 * A task is cancelled before, while or after it runs; a pool does not interrupt it.
 *
 * Possible: "true 0" (not begun: it never runs, or it runs later), "true 1" (begun, not done), "false 1" (done).
 * Not "false 0": what is done has written.
 */
public class FjCancel {
    static volatile int value;

    static class Writes extends RecursiveAction {
        @Override
        protected void compute() {
            value = 1;
        }
    }

    public static void main(String[] args) {
        ForkJoinTask<?> task = new ForkJoinPool(1).submit(new Writes());
        System.out.println(task.cancel(false) + " " + value);
    }
}
