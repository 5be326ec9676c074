import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Read, copy, update: immutable lists behind a reference. A reader sees none, one or both of the elements; in the end both are there.
 */
public class CopiesOfLists {
    static final AtomicReference<List<Integer>> list = new AtomicReference<>(List.of());
    static int seen;

    static void add() {
        list.updateAndGet(old -> {
            List<Integer> copy = new ArrayList<>(old);
            copy.add(1);
            return List.copyOf(copy);
        });
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = Par.start(CopiesOfLists::add);
        Thread reader = Par.start(() -> seen = list.get().size());
        add();
        a.join();
        reader.join();
        System.out.println(seen + " " + list.get().size());
    }
}
