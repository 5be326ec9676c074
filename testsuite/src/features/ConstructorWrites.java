/**
 * Under SC, who sees the object sees what its constructor wrote, final or not.
 *
 * Possible: -1 (not published yet), 12. Not possible: 0, 10, 2.
 */
public class ConstructorWrites {
    static final class Node {
        int a;
        int b;

        Node() {
            a = 1;
            b = 2;
        }
    }

    static Node node;
    static int r;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                node = new Node();
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                Node n = node;
                r = n == null ? -1 : n.a * 10 + n.b;
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r);
    }
}
