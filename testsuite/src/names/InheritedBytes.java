import java.io.ByteArrayOutputStream;

/**
 * An object of the program's own class inherits what it contains from a class of the JDK. It is filled with what its maker has read, before others can
 * see it; who finds it learns that.
 *
 * Outcomes: the size is 1 or 2, as the maker has found x to be 0 or 1; nothing, if the reader comes too early.
 */
public class InheritedBytes {
    static class Bytes extends ByteArrayOutputStream {
    }

    static volatile int x;
    static volatile Bytes shared;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> x = 1);
        Thread maker = new Thread(() -> {
            Bytes bytes = new Bytes();
            bytes.write(0);
            if (x == 1) {
                bytes.write(0);
            }
            shared = bytes;
        });
        Thread reader = new Thread(() -> {
            Bytes found = shared;
            if (found != null) {
                System.out.println(found.size());
            }
        });
        writer.start();
        maker.start();
        reader.start();
        writer.join();
        maker.join();
        reader.join();
    }
}
