import java.io.IOException;
import java.io.OutputStream;

/**
 * A stream of the program, which has a lock. What it inherits from {@code OutputStream} has no state: to write an array is to write it whole, since the class says so ({@code one}), or byte by
 * byte, since it does not ({@code bytes}).
 */
public class OwnStream {
    static class Bytes extends OutputStream {
        final StringBuilder text = new StringBuilder();

        @Override
        public synchronized void write(int b) {
            text.append((char) b);
        }
    }

    static class Whole extends Bytes {
        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            text.append(new String(bytes, from, length));
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Bytes stream = args[0].equals("one") ? new Whole() : new Bytes();
        Thread t = new Thread(() -> write(stream, "ab"));
        Thread u = new Thread(() -> write(stream, "c"));
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(stream.text);
    }

    static void write(OutputStream stream, String text) {
        try {
            stream.write(text.getBytes());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
