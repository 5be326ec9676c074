import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/**
 * Two threads print a line each, through streams of their own, to one and the same stream. A line goes there in two pieces, so in a JVM the ends of
 * lines can come after both texts. The check has a step for each call and does not see that; it says so, and not that it is complete.
 */
public class PrintersOverOne {
    public static void main(String[] args) throws InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream one = new PrintStream(bytes);
        PrintStream other = new PrintStream(bytes);
        Thread t = new Thread(() -> one.println("a"));
        t.start();
        other.println("b");
        t.join();
        System.out.println(bytes.toString().replace("\n", "."));
    }
}
