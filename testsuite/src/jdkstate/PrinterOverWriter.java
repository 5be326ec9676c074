import java.io.CharArrayWriter;
import java.io.PrintWriter;

/**
 * A thread prints two characters, one by one, to a {@code PrintWriter} that only it has, over a writer of the JDK;
 * another one asks that writer for its size.
 *
 * Outcomes: 0, 1, 2.
 */
public class PrinterOverWriter {
    private static final CharArrayWriter CHARACTERS = new CharArrayWriter();

    public static void main(String[] args) throws InterruptedException {
        Thread printer = new Thread(() -> {
            PrintWriter out = new PrintWriter(CHARACTERS);
            out.print('a');
            out.print("b");
        });
        printer.start();
        int size = CHARACTERS.size();
        printer.join();
        System.out.println(size);
    }
}
