import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Two threads write to a file through one channel: what each writes goes behind what is there.
 *
 * Outcomes: ab, ba.
 */
public class ChannelShared {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("mcr-channel", ".txt");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        Thread thread = new Thread(() -> write(channel, 'a'));
        thread.start();
        write(channel, 'b');
        thread.join();
        channel.close();
        System.out.println(Files.readString(file));
    }

    static void write(FileChannel channel, char text) {
        try {
            channel.write(ByteBuffer.wrap(new byte[] {(byte) text}));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
