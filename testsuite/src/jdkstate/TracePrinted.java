import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * {@code printStackTrace} holds the monitor of the stream it prints to, also while the exception of the program says
 * what it is, which counts here.
 *
 * <p>Against a thread that locks the stream, stores 10 and adds 10: the exception counts before (20 in the end) or after
 * (21), never in between. Two threads that print one exception each: 2, as no count is lost.
 */
public class TracePrinted {
    static int count;

    static final class Counting extends Exception {
        @Override
        public String toString() {
            int before = count;
            count = before + 1;
            return "Counting";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        PrintStream stream = new PrintStream(new ByteArrayOutputStream());
        PrintWriter writer = new PrintWriter(new StringWriter());
        Thread other = new Thread(() -> {
            if (args[0].equals("both")) {
                new Counting().printStackTrace(stream);
            } else {
                synchronized (args[0].equals("writer") ? writer : stream) {
                    count = 10;
                    int before = count;
                    count = before + 10;
                }
            }
        });
        other.start();
        if (args[0].equals("writer")) {
            new Counting().printStackTrace(writer);
        } else {
            new Counting().printStackTrace(stream);
        }
        other.join();
        System.out.println(count);
    }
}
