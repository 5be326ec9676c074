import java.nio.ByteBuffer;

/**
 * A thread writes an element of a buffer while main reads it, by its index. Each of these is one access in a JVM as well, whatever else can be done with a buffer: complete. The
 * element is read before it is written, or after.
 */
public class BufferElements {
    public static void main(String[] args) throws InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocate(2);
        Thread t = new Thread(() -> buffer.put(1, (byte) 7));
        t.start();
        int seen = buffer.get(1);
        t.join();
        System.out.println(seen + " " + buffer.get(1));
    }
}
