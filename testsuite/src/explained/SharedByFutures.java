import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Two futures write their results into one list. */
public class SharedByFutures {
    static final List<Integer> results = new ArrayList<>();

    public static void main(String[] args) {
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> results.add(1));
        CompletableFuture<Void> two = CompletableFuture.runAsync(() -> results.add(2));
        CompletableFuture.allOf(one, two).join();
        if (results.size() != 2) {
            throw new IllegalStateException("results: " + results.size());
        }
    }
}
