import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/**
 * One thread replaces {@code System.out} by a stream into memory while another one prints. What it prints goes to the one or to the other.
 * The main thread prints what is in memory to the stream that was there first.
 *
 * Possible: "x" and then "[]", or "[x]" alone. Not both, not none.
 */
public class SetOutRace {
    public static void main(String[] args) throws InterruptedException {
        PrintStream first = System.out;
        ByteArrayOutputStream memory = new ByteArrayOutputStream();
        PrintStream second = new PrintStream(memory, true);
        Thread t = new Thread(() -> System.setOut(second));
        t.start();
        System.out.print("x");
        t.join();
        first.println("[" + memory + "]");
    }
}
