import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/**
 * Three streams over the same standard output: the one that was there first, one that has taken its place, as programs do to restore it,
 * and one with a buffer.
 *
 * One thread prints "a" by the first and "b" by the second; another fills the buffer with "c", flushes it, and fills it with "d", which is never
 * flushed. So what is printed is "a", "b" and "c", "a" before "b".
 */
public class OutputByDescriptor {
    public static void main(String[] args) throws InterruptedException {
        PrintStream first = System.out;
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), true));
        PrintStream second = System.out;
        Thread t = new Thread(() -> {
            first.print("a");
            second.print("b");
        });
        t.start();
        PrintStream buffered = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
        buffered.print("c");
        buffered.flush();
        buffered.print("d");
        t.join();
        new PrintStream(new FileOutputStream(FileDescriptor.err)).print("not seen");
    }
}
