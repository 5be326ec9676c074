import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringWriter;

/** Two threads use a stream of the JDK whose target uses a writer that is closed: each time that fails. */
public class StreamFailsInStream {
    static final BufferedWriter WRITER = new BufferedWriter(new StringWriter());
    static final PrintStream STREAM = new PrintStream(new Target(), true);

    static class Target extends OutputStream {
        @Override
        public void write(int b) {
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            WRITER.append("y");
        }
    }

    public static void main(String[] arguments) throws Exception {
        WRITER.close();
        Thread other = new Thread(() -> STREAM.checkError());
        other.start();
        STREAM.append("x");
        other.join();
        System.out.println(STREAM.checkError());
    }
}
