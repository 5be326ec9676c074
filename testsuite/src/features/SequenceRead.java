import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;

/**
 * Two threads read a byte each from two streams of one byte, one after the other. Who comes first has the first byte;
 * the other one finds the end of the first stream and goes on to the second one. Nobody else is there who could change
 * the stream once the first byte is gone. Outcomes: 1 2, 2 1.
 */
public class SequenceRead {
    private static int first;

    public static void main(String[] args) throws IOException, InterruptedException {
        InputStream in = new SequenceInputStream(new ByteArrayInputStream(new byte[] {1}),
                new ByteArrayInputStream(new byte[] {2}));
        Thread other = new Thread(() -> first = read(in));
        other.start();
        int second = read(in);
        other.join();
        System.out.println(first + " " + second);
    }

    private static int read(InputStream in) {
        try {
            return in.read();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
