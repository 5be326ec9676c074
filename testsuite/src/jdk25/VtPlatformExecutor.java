import java.util.concurrent.Executors;

/**
 * One platform thread for each task, from a factory that numbers them; a task that comes after shutdown is rejected. Only outcome: "p0 false rejected".
 */
public class VtPlatformExecutor {
    public static void main(String[] args) throws Exception {
        var executor = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("p", 0).factory());
        var name = executor.submit(() -> Thread.currentThread().getName() + " " + Thread.currentThread().isVirtual());
        executor.shutdown();
        String late;
        try {
            executor.submit(() -> 1);
            late = "accepted";
        } catch (java.util.concurrent.RejectedExecutionException e) {
            late = "rejected";
        }
        System.out.println(name.get() + " " + late);
    }
}
