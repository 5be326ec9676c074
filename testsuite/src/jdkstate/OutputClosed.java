import java.io.PrintWriter;

/**
 * One thread closes a writer over {@code System.out}, which prints what the writer has kept and closes {@code System.out}. Another prints, and asks whether that
 * went wrong.
 *
 * The writer writes "a" in one call of {@code System.out} and closes it in another. "c" comes before "a", between it and the end, or is lost: that is an
 * error. Whoever asks flushes the stream, if it is not closed. Where it is closed after that question, and before it is flushed, flushing it is an error, too.
 * So "ac" and "ca" go with both answers. If there was an error, the program ends by {@code exit}. What is printed at last is always lost.
 */
public class OutputClosed {
    private static boolean failed;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            System.out.print("c");
            failed = System.out.checkError();
        });
        t.start();
        try (PrintWriter writer = new PrintWriter(System.out)) {
            writer.print("a");
        }
        t.join();
        System.out.println("never");
        if (failed) {
            System.exit(0);
        }
    }
}
