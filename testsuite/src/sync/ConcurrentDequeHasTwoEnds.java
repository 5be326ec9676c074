import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * One element, taken from both ends: exactly one thread gets it.
 */
public class ConcurrentDequeHasTwoEnds {
    static final ConcurrentLinkedDeque<String> deque = new ConcurrentLinkedDeque<>();
    static String a;
    static String b;

    public static void main(String[] args) throws InterruptedException {
        deque.add("x");
        Par.run(() -> a = deque.pollFirst(), () -> b = deque.pollLast());
        System.out.println(a + " " + b);
    }
}
