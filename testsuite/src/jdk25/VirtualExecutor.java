import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * One virtual thread for each task; close waits until all are done.
 */
public class VirtualExecutor {
    public static void main(String[] args) throws Exception {
        Future<Integer> a;
        Future<Boolean> b;
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            a = executor.submit(() -> 3);
            b = executor.submit(() -> Thread.currentThread().isVirtual());
        }
        System.out.println(a.resultNow() + " " + b.resultNow());
    }
}
