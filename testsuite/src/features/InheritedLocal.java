import java.util.ArrayList;
import java.util.List;

/**
 * A list that a thread has in an InheritableThreadLocal is its child's as well. Nobody protects it: both may find it empty, and
 * write the element with the number 0.
 *
 * Possible: 1, 2 elements.
 */
public class InheritedLocal {
    static final InheritableThreadLocal<List<String>> LOCAL = new InheritableThreadLocal<>() {
        @Override
        protected List<String> initialValue() {
            return new ArrayList<>(4);
        }
    };

    public static void main(String[] args) throws InterruptedException {
        List<String> list = LOCAL.get();
        Thread t = new Thread(() -> LOCAL.get().add("b"));
        t.start();
        list.add("a");
        t.join();
        System.out.println(list.size());
    }
}
