import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/**
 * The common pool is static state of the JDK, and its threads are daemons: nobody has to shut it down.
 */
public class CommonPoolRuns {
    static int x;

    public static void main(String[] args) {
        ForkJoinTask<Integer> task = ForkJoinPool.commonPool().submit(() -> {
            x = 1;
            return 2;
        });
        int result = task.join();
        System.out.println(x + " " + result);
    }
}
