import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The elements of an atomic array are updated atomically, each for itself. What the threads get is what was there before.
 */
public class AtomicArrayKeeps {
    static final AtomicIntegerArray array = new AtomicIntegerArray(2);
    static int a;
    static int b;

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> a = array.getAndAdd(0, 1), () -> {
            b = array.getAndAdd(0, 2);
            array.getAndAdd(1, 10);
        });
        System.out.println(a + " " + b + " | " + array.get(0) + " " + array.get(1));
    }
}
