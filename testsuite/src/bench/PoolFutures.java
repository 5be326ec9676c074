import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A pool of two with three tasks, each of which increments a plain field and returns a part of a sum. The sum is exact; of the increments one or two
 * can be lost, since two tasks run at a time. Three: none is lost. One: x is read as 0 by the task that writes last, which is possible only
 * if the other worker has run two tasks meanwhile. Possible: 3 1, 3 2, 3 3.
 */
public class PoolFutures {
    static int x;

    static int task(int part) {
        x++;
        return part;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<Integer> a = pool.submit(() -> task(0));
        Future<Integer> b = pool.submit(() -> task(1));
        Future<Integer> c = pool.submit(() -> task(2));
        int sum = a.get() + b.get() + c.get();
        pool.shutdown();
        System.out.println(sum + " " + x);
    }
}
