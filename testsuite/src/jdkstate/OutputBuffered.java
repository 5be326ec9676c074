import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * What {@code System.out.write(int)} is given stays in the buffer of {@code System.out} until it is full (128 bytes), it is flushed, or something else is
 * printed there. What is written below {@code System.out} does not wait, and what is in the buffer at the end is lost.
 *
 * The two bytes of "é" come out with "c", and so does "x" if it was written before. Then "z" is printed, below. At last there are 129 bytes more. If
 * "x" came out, the first 128 of them do when the last is written; else "x" is the first of those 128.
 */
public class OutputBuffered {
    public static void main(String[] args) throws InterruptedException, IOException {
        System.out.write(0xc3);
        System.out.write(0xa9);
        Thread t = new Thread(() -> System.out.write('x'));
        t.start();
        System.out.print("c");
        new FileOutputStream(FileDescriptor.out).write('z');
        t.join();
        for (int i = 0; i < 129; i++) {
            System.out.write('-');
        }
    }
}
