import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/**
 * Two threads print to a stream over one buffer: the buffer shows the order, though nobody calls it but main.
 */
public class CapturedOutput {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream buffer = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(buffer, true);
        Thread a = new Thread(() -> stream.print("a"));
        Thread b = new Thread(() -> stream.print("b"));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(buffer.toString());
    }
}
