import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Two threads read from one stream of {@code Files}, or write to one: such calls are synchronized, so each byte is read by
 * one of them, and both are written, in either order.
 */
public class FileStreamsShared {
    interface Use {
        void run(int number) throws IOException;
    }

    public static void main(String[] args) throws Exception {
        Path path = Files.createTempFile("shared", ".txt");
        if (args[0].equals("read")) {
            Files.writeString(path, "ab");
            char[] read = new char[2];
            try (InputStream in = Files.newInputStream(path)) {
                both(number -> read[number] = (char) in.read());
            }
            System.out.println(read);
        } else {
            try (OutputStream out = Files.newOutputStream(path)) {
                both(number -> out.write('a' + number));
            }
            System.out.println(Files.readString(path));
        }
    }

    private static void both(Use use) throws InterruptedException {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    use.run(number);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
