import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A task between its submission and its answer. */
public class OrderedByPool {
    static int data;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        data = 1;
        Future<Integer> answer = pool.submit(() -> ++data);
        System.out.println(answer.get() + data);
        pool.shutdown();
    }
}
