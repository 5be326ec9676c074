import java.nio.ByteBuffer;

/**
 * A buffer has an array of its own, and hands it out to who asks first. The thread asks and writes 1 and 2 to the array; main puts 5 into the buffer, asks
 * for the array, and reads it; at the end the buffer is read.
 *
 * Outcomes, of the array and the buffer: 1 2, 2 2 (5 was overwritten), 5 2 (read before that), 5 5 (put last).
 */
public class ArrayHandedOut {
    public static void main(String[] args) throws InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocate(2);
        Thread t = new Thread(() -> {
            byte[] array = buffer.array();
            array[0] = 1;
            array[0] = 2;
        });
        t.start();
        buffer.put(0, (byte) 5);
        int read = buffer.array()[0];
        t.join();
        System.out.println(read + " " + buffer.get(0));
    }
}
