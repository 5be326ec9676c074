import java.util.concurrent.atomic.AtomicReference;

/**
 * The stack of Treiber without reuse of nodes: two threads push one item each, main pops twice meanwhile and the rest in the end.
 *
 * <p>The stack is linearisable, so the outcomes are those of a stack with atomic operations.
 */
public class TreiberStack {
    record Node(int value, Node next) {}

    private final AtomicReference<Node> top = new AtomicReference<>();

    void push(int value) {
        while (true) {
            Node old = top.get();
            if (top.compareAndSet(old, new Node(value, old))) {
                return;
            }
        }
    }

    Integer pop() {
        while (true) {
            Node old = top.get();
            if (old == null) {
                return null;
            }
            if (top.compareAndSet(old, old.next)) {
                return old.value;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TreiberStack stack = new TreiberStack();
        Thread a = new Thread(() -> stack.push(1));
        Thread b = new Thread(() -> stack.push(2));
        a.start();
        b.start();
        String result = stack.pop() + " " + stack.pop() + " |";
        a.join();
        b.join();
        for (Integer item = stack.pop(); item != null; item = stack.pop()) {
            result += " " + item;
        }
        System.out.println(result);
    }
}
