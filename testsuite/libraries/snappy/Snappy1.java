import java.io.IOException;
import org.xerial.snappy.Snappy;

/**
 * Two threads compress and uncompress with a native library that is unpacked from the jar. Each gets its own text back.
 *
 * @outcome aaaa bbbb
 */
public class Snappy1 {
    static String there(String text) {
        try {
            return new String(Snappy.uncompress(Snappy.compress(text.getBytes("UTF-8"))), "UTF-8");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        String[] got = new String[2];
        Thread t1 = new Thread(() -> got[0] = there("aaaa"));
        Thread t2 = new Thread(() -> got[1] = there("bbbb"));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(got[0] + " " + got[1]);
    }
}
