import kotlinx.coroutines.CompletableDeferred;
import kotlinx.coroutines.CompletableDeferredKt;

/**
 * Two threads try to complete a deferred value. One of them does.
 *
 * @outcome 1 true
 * @outcome 2 true
 */
public class KotlinDeferred {
    public static void main(String[] args) throws InterruptedException {
        CompletableDeferred<Integer> deferred = CompletableDeferredKt.CompletableDeferred(null);
        boolean[] won = new boolean[2];
        Thread t1 = new Thread(() -> won[0] = deferred.complete(1));
        Thread t2 = new Thread(() -> won[1] = deferred.complete(2));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(deferred.getCompleted() + " " + (won[0] != won[1]));
    }
}
