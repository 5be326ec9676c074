import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/**
 * What a task throws comes out of join, as an exception of the same class.
 *
 * Only: IllegalStateException.
 */
public class FjTaskFails {
    static class Fails extends RecursiveAction {
        @Override
        protected void compute() {
            throw new IllegalStateException();
        }
    }

    public static void main(String[] args) {
        try {
            new ForkJoinPool(1).submit(new Fails()).join();
        } catch (IllegalStateException e) {
            System.out.println(e.getClass().getSimpleName());
        }
    }
}
