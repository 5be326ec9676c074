import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/**
 * A stream asks an object for its text, which is a field, and then writes it. Main sets the field and then looks how much was written.
 *
 * Outcomes, how much and what was written in the end: 1 a (all before main), 0 b and 1 b (the field was set before), and 0 a: main came in between.
 */
public class CallbackBetween {
    private static String text = "a";

    @Override
    public String toString() {
        return text;
    }

    public static void main(String[] args) throws InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true);
        Thread t = new Thread(() -> out.print(new CallbackBetween()));
        t.start();
        text = "b";
        int size = bytes.size();
        t.join();
        System.out.println(size + " " + bytes);
    }
}
