import java.text.MessageFormat;
import java.util.IllegalFormatException;

/**
 * A method of the JDK works on an array that two threads share, and calls the program in the middle of that: there the
 * array belongs to everybody.
 *
 * <p>{@code toString} of the first element reads the second one; the format reads it after that. The other thread
 * changes it from 1 to 2: both read 1, or both 2, or the text alone does. What it has written stays.
 */
public class ArrayInCallback {
    static final Object[] SHARED = {new ArrayInCallback(), 1};

    @Override
    public String toString() {
        return "" + SHARED[1];
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> SHARED[1] = 2);
        writer.start();
        String text = "";
        switch (args[0]) {
            case "format" -> text = String.format("%s %s", SHARED);
            case "message" -> text = MessageFormat.format("{0} {1}", SHARED);
            default -> {
                // The call ends by an exception.
                try {
                    text = String.format("%s %s %s", SHARED);
                } catch (IllegalFormatException e) {
                    text = "none";
                }
            }
        }
        writer.join();
        System.out.println(text + ", " + SHARED[1]);
    }
}
