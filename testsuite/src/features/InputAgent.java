import java.io.BufferedReader;
import java.io.InputStreamReader;

/**
 * Input: "1\n2\n". Started by the agent alone, which has started the checker: the input is that of the JVM. Two threads read it to its end through readers of their own. A reader
 * takes all that comes at once into its own buffer, so one thread gets both lines, and the other one null.
 *
 * <p>A reader may ask the stream several times for what it returns, so two readers over one stream are said, and not that all is complete.
 */
public class InputAgent {
    static volatile String first, second;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> first = lines());
        Thread b = new Thread(() -> second = lines());
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(first + " " + second);
    }

    static String lines() {
        try {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
            return in.readLine() + in.readLine();
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }
}
