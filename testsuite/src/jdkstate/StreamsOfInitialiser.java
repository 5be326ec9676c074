import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;

/**
 * A static initialiser makes streams that end in one array of bytes: by constructors, one inside the other, and by a static method of the JDK. A thread
 * writes a number of four bytes, abcd; main looks how many bytes there are and then prints x.
 *
 * Outcomes, what main has found and all bytes: 0 xabcd, 0 abcdx, 4 abcdx.
 */
public class StreamsOfInitialiser {
    private static final ByteArrayOutputStream BYTES = new ByteArrayOutputStream();
    private static final DataOutputStream DATA = new DataOutputStream(new BufferedOutputStream(BYTES));
    private static final PrintStream PRINT = new PrintStream(BYTES, true);
    private static final WritableByteChannel CHANNEL = Channels.newChannel(BYTES);

    public static void main(String[] args) throws InterruptedException, IOException {
        Thread t = new Thread(() -> {
            try {
                DATA.writeInt(0x61626364);
                DATA.flush();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        int size = BYTES.size();
        PRINT.print("x");
        t.join();
        CHANNEL.close();
        System.out.println(size + " " + BYTES);
    }
}
