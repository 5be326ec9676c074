import java.nio.ByteBuffer;

/**
 * Two threads put a byte each into one buffer, where its position is. In a JVM both may find the same position: one byte is lost. The check has a step for each
 * call and does not see that; it says where, and not that it is complete.
 */
public class BufferPositions {
    public static void main(String[] args) throws InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocate(2);
        Thread t = new Thread(() -> buffer.put((byte) 1));
        t.start();
        buffer.put((byte) 1);
        t.join();
        System.out.println(buffer.position());
    }
}
