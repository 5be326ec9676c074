import java.util.concurrent.CompletableFuture;

/**
 * A future is completed once: of two threads one is told that it did it, and its value counts.
 */
public class CompleteOnce {
    static final CompletableFuture<Integer> future = new CompletableFuture<>();
    static boolean a;
    static boolean b;

    public static void main(String[] args) throws Exception {
        Par.run(() -> a = future.complete(1), () -> b = future.complete(2));
        System.out.println(a + " " + b + " " + future.get());
    }
}
