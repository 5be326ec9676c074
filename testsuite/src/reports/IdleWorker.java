import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A pool is not shut down. When its only task is over, its worker waits for the next one: nothing of the program is on its
 * stack then, so the report must not name the line of the task (9, 14), which has ended, nor any other of this file.
 */
public class IdleWorker {
    static void task() {
        System.out.println("task");
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(IdleWorker::task).get();
        System.out.println("main");
    }
}
