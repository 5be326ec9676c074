import java.util.concurrent.Executors;

/**
 * Two tasks of an executor increment a variable without protection; close waits for both. Possible: 1, 2.
 */
public class VtExecutorRace {
    static int x;

    public static void main(String[] args) {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            executor.execute(() -> x++);
            executor.execute(() -> x++);
        }
        System.out.println(x);
    }
}
