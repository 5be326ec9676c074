import java.util.concurrent.ForkJoinPool;

/**
 * A task for the common pool, and its result.
 *
 * Only: 42.
 */
public class FjSubmit {
    public static void main(String[] args) throws Exception {
        System.out.println(ForkJoinPool.commonPool().submit(() -> 42).get());
    }
}
