import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.WritableByteChannel;

/**
 * A thread writes to a pipe, while main closes it ("closed") or interrupts the thread ("interrupted"). That this may
 * happen in the middle of the write is not covered. What is seen all the same: ended before it, and written.
 */
public class ChannelOfPipeEnded {
    static String result;

    public static void main(String[] args) throws Exception {
        WritableByteChannel channel = Pipe.open().sink();
        Thread thread = new Thread(() -> {
            try {
                channel.write(ByteBuffer.wrap(new byte[1]));
                result = "written";
            } catch (IOException e) {
                result = "ended";
            }
        });
        thread.start();
        if (args[0].equals("closed")) {
            channel.close();
        } else {
            thread.interrupt();
        }
        thread.join();
        System.out.println(result);
    }
}
