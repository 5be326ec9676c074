import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.WritableByteChannel;

/**
 * A thread writes to a pipe, while main closes it ("closed") or interrupts the thread ("interrupted"), before the write,
 * in the middle of it, or afterwards. A byte that is written while the pipe is closed is lost, or the write fails:
 * possible are "ended" and "written".
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
