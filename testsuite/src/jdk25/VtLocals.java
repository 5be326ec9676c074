import java.util.ArrayList;
import java.util.List;

/**
 * Thread locals of virtual threads. Each has its own value of the first; of the second, the child inherits the list that its parent
 * has, and both add to it: the list has one or two elements then, for its size is not protected.
 *
 * <p>Possible: "main child 1", "main child 2". The list has room, and without protection both may write the element with the number 0, and
 * set the size to 1.
 */
public class VtLocals {
    static final ThreadLocal<String> OWN = ThreadLocal.withInitial(() -> Thread.currentThread().isVirtual() ? "child" : "main");
    static final InheritableThreadLocal<List<String>> SHARED = new InheritableThreadLocal<>() {
        @Override
        protected List<String> initialValue() {
            return new ArrayList<>(4);
        }
    };
    static String inside;

    public static void main(String[] args) throws InterruptedException {
        List<String> list = SHARED.get();
        Thread t = Thread.startVirtualThread(() -> {
            inside = OWN.get();
            SHARED.get().add("b");
        });
        list.add("a");
        t.join();
        System.out.println(OWN.get() + " " + inside + " " + list.size());
    }
}
