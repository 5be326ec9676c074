import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;

/**
 * A stream over standard output is closed, and with it standard output, below {@code System.out}. The other thread's "c" comes before "a", before the end,
 * or is lost. Afterwards a stream without a buffer fails, and {@code System.out} says that it has failed: the program ends by
 * {@code exit}.
 */
public class OutputFileClosed {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> System.out.print("c"));
        t.start();
        try (PrintStream stream = new PrintStream(new FileOutputStream(FileDescriptor.out))) {
            stream.print("a");
        }
        t.join();
        boolean failed = false;
        try {
            new FileOutputStream(FileDescriptor.out).write('d');
        } catch (IOException e) {
            failed = e.getMessage().equals("Stream Closed");
        }
        System.out.println("never");
        if (failed && System.out.checkError()) {
            System.exit(0);
        }
    }
}
