import java.util.ArrayList;
import java.util.List;

/**
 * Two threads add to an ArrayList that has room: read the size, store the element, write the size.
 *
 * Both may read 0: then the list has one element, whichever was stored last. Else both are there, in either order.
 * Possible: [a, b], [b, a], [a], [b].
 */
public class ArrayListAdd {
    static final List<String> list = new ArrayList<>(4);

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                list.add("a");
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                list.add("b");
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(list);
    }
}
