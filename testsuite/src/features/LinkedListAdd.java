import java.util.LinkedList;

/**
 * Two threads add to a LinkedList. Each counts the size up without a lock, so one of the steps may be lost.
 *
 * Possible: 1, 2.
 */
public class LinkedListAdd {
    static final LinkedList<String> list = new LinkedList<>();

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
