import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An iterator shows the list as it was when the iterator was made, and never throws. Possible: without or with the element that is added meanwhile.
 */
public class SnapshotIterator {
    static final CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1));

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> list.add(2));
        List<Integer> seen = new ArrayList<>();
        for (Integer element : list) {
            seen.add(element);
        }
        t.join();
        System.out.println(seen + " " + list);
    }
}
