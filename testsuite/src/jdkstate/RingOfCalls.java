import java.nio.ByteBuffer;

/**
 * Three threads, each with one call that reads one buffer and writes another: a = b, b = c, c = a. Each call is one step (code that is not
 * rewritten), so whatever locks they take, there is no deadlock, and the outcomes are those of the six orders, from a = 1, b = 2, c = 3:
 * 2 3 2; 2 2 2; 3 3 3; 3 3 1; 2 1 1; 1 1 1.
 *
 * <p>In a JVM such a copy is no step if there is more than one element, and the check does not look how many there are: it does not say that all is complete.
 */
public class RingOfCalls {
    public static void main(String[] args) throws InterruptedException {
        ByteBuffer a = ByteBuffer.allocateDirect(1).put(0, (byte) 1);
        ByteBuffer b = ByteBuffer.allocateDirect(1).put(0, (byte) 2);
        ByteBuffer c = ByteBuffer.allocateDirect(1).put(0, (byte) 3);
        Thread first = new Thread(() -> a.put(0, b, 0, 1));
        Thread second = new Thread(() -> b.put(0, c, 0, 1));
        first.start();
        second.start();
        c.put(0, a, 0, 1);
        first.join();
        second.join();
        System.out.println(a.get(0) + " " + b.get(0) + " " + c.get(0));
    }
}
