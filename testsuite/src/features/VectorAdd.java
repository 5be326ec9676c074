import java.util.Vector;

/**
 * A Vector locks itself: both elements are there.
 *
 * Possible: [a, b], [b, a].
 */
public class VectorAdd {
    static final Vector<String> vector = new Vector<>();

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                vector.add("a");
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                vector.add("b");
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(vector);
    }
}
