import java.io.CharArrayWriter;

/**
 * A thread writes to a {@code CharArrayWriter} while main resets it. To write takes the writer's lock, to reset does not: in a JVM the reset can come in the
 * middle, and what was there before comes back ("ab"). The check has a step for each call; it says so, and not that all is complete.
 */
public class WriterReset {
    public static void main(String[] args) throws InterruptedException {
        CharArrayWriter writer = new CharArrayWriter();
        writer.write('a');
        Thread t = new Thread(() -> writer.write('b'));
        t.start();
        writer.reset();
        t.join();
        System.out.println("[" + writer + "]");
    }
}
