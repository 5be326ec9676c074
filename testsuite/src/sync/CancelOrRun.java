import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;

/**
 * cancel(false) against run: cancelled before the task has begun, it does not run; cancelled while it runs, its result is dropped; after it has ended,
 * cancel does nothing. Printed: what get says, and whether the task ran.
 */
public class CancelOrRun {
    static volatile int ran;

    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> ran = 1);
        Thread t = Par.start(task::run);
        task.cancel(false);
        t.join();
        String result;
        try {
            result = "result " + task.get();
        } catch (CancellationException e) {
            result = "cancelled " + ran;
        }
        System.out.println(result);
    }
}
