import java.io.CharArrayWriter;
import java.nio.CharBuffer;
import java.util.List;

/**
 * Methods of strings and numbers are given a text of the JDK that another thread changes.
 *
 * <p>{@code read}: writes to a buffer and then to a writer, and reads in the opposite order: who has seen what the writer
 * was given has seen the buffer change. So the number is 0 or 1 if the message is empty, and 1 otherwise.
 *
 * <p>{@code digits}: a number is read digit by digit, from the left, as another thread writes them in this order. All four
 * pairs of digits can be read: 0 and then 1 if both are written in between.
 *
 * <p>{@code text}: here methods take the buffer's text as a whole. That is not done at once, and the check says so.
 */
public class TextOfBuffer {
    static final CharBuffer BUFFER = CharBuffer.wrap(new char[] {'0', '0'});
    static final CharArrayWriter WRITER = new CharArrayWriter();

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            BUFFER.put(0, '1');
            switch (args[0]) {
                case "read" -> WRITER.append('2');
                case "digits" -> BUFFER.put(1, '1');
                default -> { }
            }
        });
        writer.start();
        String read = switch (args[0]) {
            case "read" -> new AssertionError((Object) WRITER).getMessage() + "," + Integer.parseInt(BUFFER, 0, 1, 10);
            case "digits" -> Long.toString(Long.parseLong(BUFFER, 0, 2, 10));
            default -> {
                String replaced = "00".replace(BUFFER, "none");
                yield "00".contains(BUFFER) + " " + replaced + " " + String.join("-", List.of("a", BUFFER));
            }
        };
        writer.join();
        System.out.println(read);
    }
}
