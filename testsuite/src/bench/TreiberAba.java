import java.util.concurrent.atomic.AtomicReference;

/**
 * A Treiber stack whose nodes are used again: the ABA problem.
 *
 * <p>The stack is 1, 2 from the top. One thread pops once; the other pops twice and pushes the node that it got first again. If the first
 * thread has read the top (node 1) and its next (node 2) before all that, its compareAndSet succeeds all the same, and puts node 2 on the top,
 * which has been taken already. Printed: what the first thread has got, what the other has got, and what is left. The outcomes are those of
 * brute force (testsuite/oracle/lockfree.py).
 */
public class TreiberAba {
    static final class Node {
        final int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static final AtomicReference<Node> top = new AtomicReference<>(new Node(1, new Node(2, null)));

    static void push(Node node) {
        while (true) {
            Node old = top.get();
            node.next = old;
            if (top.compareAndSet(old, node)) {
                return;
            }
        }
    }

    static Node pop() {
        while (true) {
            Node old = top.get();
            if (old == null) {
                return null;
            }
            if (top.compareAndSet(old, old.next)) {
                return old;
            }
        }
    }

    static String name(Node node) {
        return node == null ? "-" : "" + node.value;
    }

    static Node mine;
    static Node first;
    static Node second;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> mine = pop());
        Thread other = new Thread(() -> {
            first = pop();
            second = pop();
            if (first != null) {
                push(first);
            }
        });
        one.start();
        other.start();
        one.join();
        other.join();
        String left = name(pop()) + name(pop());
        System.out.println(name(mine) + " | " + name(first) + " " + name(second) + " | " + left);
    }
}
