/**
 * A thread starts a thread, which starts a thread. Each joins the one that it has started.
 */
public class NestedStarts {
    static int x;

    static void nest(int depth) throws InterruptedException {
        x++;
        if (depth > 1) {
            Par.run(() -> nest(depth - 1));
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> nest(3));
        System.out.println(x);
    }
}
