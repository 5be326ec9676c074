import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;

/**
 * A thread writes a few characters to a writer that is full but for one ("written"), or flushes it ("flushed"), while
 * main asks how much has arrived in the stream below. What encodes the characters hands on some 8 KB at once, which is
 * several steps for the stream: that is not covered. What is seen all the same: nothing has arrived, or something has.
 *
 * "few": there are few characters in the writer that is flushed, and they arrive at once. Complete.
 */
public class WriterOverflows {
    private static final int SIZE = 8192;

    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BufferedWriter writer = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), SIZE);
        writer.write("\u20ac".repeat(args[0].equals("few") ? 2 : SIZE - 1));
        Thread thread = Par.start(() -> {
            if (args[0].equals("written")) {
                writer.write("\u20ac\u20ac", 0, 2);
            } else {
                writer.flush();
            }
        });
        System.out.println(bytes.size() == 0);
        thread.join();
    }
}
