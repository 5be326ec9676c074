import java.util.concurrent.atomic.AtomicReference;

/**
 * The queue of Michael and Scott (PODC 1996): two threads add one item each, main takes one meanwhile and the rest in the end.
 *
 * <p>The queue is linearisable, so the outcomes are those of a queue with atomic operations: main's first take comes before both (it
 * gets nothing, and both orders remain), or after one or both, and gets the first; then the other one remains.
 */
public class MichaelScottQueue {
    static final class Node {
        final int value;
        final AtomicReference<Node> next = new AtomicReference<>();

        Node(int value) {
            this.value = value;
        }
    }

    private final AtomicReference<Node> head;
    private final AtomicReference<Node> tail;

    MichaelScottQueue() {
        Node dummy = new Node(0);
        head = new AtomicReference<>(dummy);
        tail = new AtomicReference<>(dummy);
    }

    void add(int value) {
        Node node = new Node(value);
        while (true) {
            Node last = tail.get();
            Node next = last.next.get();
            if (last != tail.get()) {
                continue;
            }
            if (next != null) {
                tail.compareAndSet(last, next);
            } else if (last.next.compareAndSet(null, node)) {
                tail.compareAndSet(last, node);
                return;
            }
        }
    }

    Integer poll() {
        while (true) {
            Node first = head.get();
            Node last = tail.get();
            Node next = first.next.get();
            if (first != head.get()) {
                continue;
            }
            if (next == null) {
                return null;
            }
            if (first == last) {
                tail.compareAndSet(last, next);
            } else if (head.compareAndSet(first, next)) {
                return next.value;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        MichaelScottQueue queue = new MichaelScottQueue();
        Thread a = new Thread(() -> queue.add(1));
        Thread b = new Thread(() -> queue.add(2));
        a.start();
        b.start();
        String result = queue.poll() + " |";
        a.join();
        b.join();
        for (Integer item = queue.poll(); item != null; item = queue.poll()) {
            result += " " + item;
        }
        System.out.println(result);
    }
}
