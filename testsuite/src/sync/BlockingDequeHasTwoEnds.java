import java.util.concurrent.LinkedBlockingDeque;

/**
 * The thread puts 1 and then 2 before it. main takes from the front: 1 if 2 has not been put yet, else 2; and then the other one from the end.
 * Possible: 1 2, 2 1.
 */
public class BlockingDequeHasTwoEnds {
    static final LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(2);

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> {
            deque.putFirst(1);
            deque.putFirst(2);
        });
        System.out.println(deque.takeFirst() + " " + deque.takeLast());
        t.join();
    }
}
