import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/**
 * Two threads print a line each through one stream, which has a lock: lines are never mixed, in a JVM either. Complete, with the two orders.
 */
public class PrinterShared {
    public static void main(String[] args) throws InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream printer = new PrintStream(bytes);
        Thread t = new Thread(() -> printer.println("a"));
        t.start();
        printer.println("b");
        t.join();
        System.out.println(bytes.toString().replace("\n", "."));
    }
}
