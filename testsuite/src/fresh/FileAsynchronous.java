import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** An asynchronous channel works in threads of the JDK that executions share: the check ends with a message that says so. */
public class FileAsynchronous {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("mcr-asynchronous", ".txt");
        try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(1);
            System.out.println(channel.write(buffer, 0).get());
        }
    }
}
