import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * {@code System.err} and {@code System.in} are replaced, in this order, while another thread looks at {@code System.in} and then at {@code System.err}.
 * Whoever sees the new {@code in} sees the new {@code err} as well.
 *
 * Possible, (in, err): old old; old new; new new.
 */
public class SetErrAndIn {
    public static void main(String[] args) throws InterruptedException {
        InputStream in = new ByteArrayInputStream(new byte[0]);
        PrintStream err = new PrintStream(OutputStream.nullOutputStream());
        Thread t = new Thread(() -> {
            System.setErr(err);
            System.setIn(in);
        });
        t.start();
        String seen = (System.in == in ? "new" : "old") + (System.err == err ? " new" : " old");
        t.join();
        System.out.println(seen);
    }
}
