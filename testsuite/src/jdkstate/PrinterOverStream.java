import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;

/**
 * A {@code PrintWriter} puts its own writers, which have buffers, between itself and the stream it is given. A thread
 * prints a character and flushes it;
 * another one asks the stream for its size.
 *
 * Outcomes: 0, 1.
 */
public class PrinterOverStream {
    private static final ByteArrayOutputStream BYTES = new ByteArrayOutputStream();
    private static final PrintWriter OUT = new PrintWriter(BYTES);

    public static void main(String[] args) throws InterruptedException {
        Thread printer = new Thread(() -> {
            OUT.print('a');
            OUT.flush();
        });
        printer.start();
        int size = BYTES.size();
        printer.join();
        System.out.println(size);
    }
}
