import java.io.ByteArrayOutputStream;

/**
 * A field that the program's class inherits from a class of the JDK is set back while another thread writes by a method of the JDK, which
 * counts on with it.
 *
 * Possible: the count is 1 at first, and set to 1 again. If that comes last, it is 1; between the two that are written, 2; first, 3.
 */
public class InheritedWritten extends ByteArrayOutputStream {
    public static void main(String[] args) throws InterruptedException {
        InheritedWritten shared = new InheritedWritten();
        shared.write(0);
        Thread t = new Thread(() -> {
            shared.write(1);
            shared.write(2);
        });
        t.start();
        shared.count = 1;
        t.join();
        System.out.println(shared.size());
    }
}
