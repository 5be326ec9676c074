import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An executor runs a task that it is given; the task depends on its having been given. */
class Tasks {
    static int x, y, z;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2); // +
        x = 1;                      // +
        y = 2;                      // -
        pool.execute(() ->          // +
            z = x                   // *
        );
        pool.shutdown();            // + may pass on what the pool holds
        int unused = y;             // -
    }
}
