import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;

/**
 * Streams whose classes are the program's, but which keep in the JDK's class what they were made of: an array, and another stream. The thread writes
 * an element of the array, and then through the stream; main asks for the size of the stream below, and then reads the array through the other.
 *
 * Outcomes, the size and the element: 0 0, 0 1, 1 1. Not 1 0.
 */
public class KeptBySuperclass {
    static class In extends ByteArrayInputStream {
        In(byte[] bytes) {
            super(bytes);
        }
    }

    static class Out extends FilterOutputStream {
        Out(ByteArrayOutputStream below) {
            super(below);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        byte[] bytes = new byte[1];
        In in = new In(bytes);
        ByteArrayOutputStream below = new ByteArrayOutputStream();
        Out out = new Out(below);
        Thread t = new Thread(() -> {
            bytes[0] = 1;
            try {
                out.write(7);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        int size = below.size();
        System.out.println(size + " " + in.read());
        t.join();
    }
}
