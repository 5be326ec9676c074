import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * Synchronized calls of the JDK read and write arrays that another thread looks at, while they hold the lock.
 *
 * <ul>
 * <li>{@code read}: one thread has a stream fill the array; the other asks the stream what is left, and if that is
 * nothing looks into the array: the 7 is there. Possible: `-` (asked before), 7.
 * <li>{@code write}: one thread writes the array, which contains 0, to a stream. The other sets it to 5 and then writes
 * a 1. If the 1 is first in the stream, the array was read after that. Possible: [0, 1], [5, 1], [1, 5].
 * </ul>
 */
public class ArrayUnderLock {
    static final byte[] ARRAY = new byte[1];

    public static void main(String[] args) throws InterruptedException {
        if (args[0].equals("read")) {
            ByteArrayInputStream in = new ByteArrayInputStream(new byte[] {7});
            Thread reader = new Thread(() -> in.read(ARRAY, 0, 1));
            reader.start();
            System.out.println(in.available() == 0 ? "" + ARRAY[0] : "-");
        } else {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            Thread writer = new Thread(() -> out.write(ARRAY, 0, 1));
            writer.start();
            ARRAY[0] = 5;
            out.write(1);
            writer.join();
            System.out.println(Arrays.toString(out.toByteArray()));
        }
    }
}
