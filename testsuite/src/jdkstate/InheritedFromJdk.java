import java.io.ByteArrayOutputStream;

/**
 * A field that the program's class inherits from a class of the JDK is read while another thread changes it by a method of the JDK.
 *
 * Possible: 0, 1, 2.
 */
public class InheritedFromJdk extends ByteArrayOutputStream {
    int used() {
        return count;
    }

    public static void main(String[] args) throws InterruptedException {
        InheritedFromJdk shared = new InheritedFromJdk();
        Thread t = new Thread(() -> {
            shared.write(1);
            shared.write(2);
        });
        t.start();
        int used = shared.used();
        t.join();
        System.out.println(used);
    }
}
