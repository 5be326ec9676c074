import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Two buffers around one array. The thread puts 1 and then 2, the second one through a view as numbers of four bytes, one element after the other; main reads
 * the two through the other buffer, the second one first.
 *
 * Outcomes: 0 0, 0 1, 2 1. Not 2 0.
 */
public class WrappedTwice {
    private static final VarHandle NUMBERS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    public static void main(String[] args) throws InterruptedException {
        byte[] bytes = new byte[8];
        ByteBuffer written = ByteBuffer.wrap(bytes);
        ByteBuffer read = ByteBuffer.wrap(bytes);
        Thread t = new Thread(() -> {
            written.put(0, (byte) 1);
            NUMBERS.set(written, 4, 2);
        });
        t.start();
        byte second = read.get(4);
        System.out.println(second + " " + read.get(0));
        t.join();
    }
}
