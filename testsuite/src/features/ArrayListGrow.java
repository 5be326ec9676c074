import java.util.ArrayList;
import java.util.List;

/**
 * Two threads add to an ArrayList that has no room yet, so that the first one to come makes an array.
 *
 * add reads the array and then the size. If the whole other add comes in between, it has the empty array and size 1,
 * which is not the sign to grow: the store fails. Nothing else fails: with size 0 there is a place, or it grows; with
 * size 1 the other add is over and has left an array with ten places. Each add that does not fail writes its size plus
 * one, which is 1 or 2, and 2 only if the other was over when it read the size, so 2 stays.
 * Possible: 1, 2, and 1 with an exception.
 */
public class ArrayListGrow {
    static final List<String> list = new ArrayList<>();

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
        System.out.println(list.size());
    }
}
