import java.io.IOException;

/**
 * System.in with the input "ab" is closed, and is open again in the next execution.
 *
 * "alone": main reads a byte, closes, and reads again: "a Stream closed". A thread that sets a flag makes that two
 * executions.
 * "race": a thread closes while main reads two bytes: it gets both, one, or none. In the middle of a read the JDK says
 * so in other words ("Stream Closed"), or finds the end, which is not covered.
 */
public class InputClosed {
    private static boolean flag;

    public static void main(String[] args) throws Exception {
        if (args[0].equals("alone")) {
            Thread other = Par.start(() -> flag = true);
            boolean seen = flag;
            String text = read();
            System.in.close();
            System.out.println(text + " " + read() + " " + seen);
            other.join();
        } else {
            Thread other = Par.start(() -> System.in.close());
            String first = read();
            System.out.println(first + " " + read());
            other.join();
        }
    }

    private static String read() {
        try {
            return String.valueOf((char) System.in.read());
        } catch (IOException e) {
            return e.getMessage();
        }
    }
}
