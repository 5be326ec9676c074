import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The thread writes two bytes to a file, through a buffer around an array that nobody else has; main asks how long the file is, and fills an array
 * of its own through a buffer.
 *
 * Outcomes: 0 7, 2 7. That the arrays are used through buffers is no reason to give up.
 */
public class PrivateBuffers {
    public static void main(String[] args) throws InterruptedException, IOException {
        Path file = Files.createTempFile("mcr", "buffers");
        Thread t = new Thread(() -> {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(new byte[] {1, 2}));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        long size = Files.size(file);
        byte[] own = new byte[8];
        ByteBuffer.wrap(own).putLong(7);
        System.out.println(size + " " + own[7]);
        t.join();
        Files.delete(file);
    }
}
