import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/**
 * A static initialiser that nobody notices makes a buffer and, from it, views: in one go, by a method of the program, from a view. All have one memory.
 * The thread puts 1 into the first number and then 2 into the second; main reads them in the other order.
 *
 * Outcomes, of the second and the first: 0 0, 0 1, 2 1. Not 2 0: whoever finds the second number finds the first.
 */
public class ViewsOfInitialiser {
    private static final ByteBuffer BYTES = ByteBuffer.allocate(12).duplicate();
    private static final IntBuffer WRITTEN = numbers(BYTES);
    private static final IntBuffer READ = BYTES.slice().asReadOnlyBuffer().asIntBuffer();

    private static IntBuffer numbers(ByteBuffer bytes) {
        return bytes.slice().asIntBuffer().duplicate();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            WRITTEN.put(0, 1);
            WRITTEN.put(1, 2);
        });
        t.start();
        int second = READ.get(1);
        System.out.println(second + " " + READ.get(0));
        t.join();
    }
}
