import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Input: "ab". Each of two threads has its own filter, of a class of the program, over System.in, and reads a byte without a lock. The filters have nothing in common but
 * System.in: the bytes go to the threads in either order.
 */
public class InputFiltered {
    static class Own extends FilterInputStream {
        Own(InputStream in) {
            super(in);
        }
    }

    static int first, second;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> first = next());
        Thread b = new Thread(() -> second = next());
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("" + (char) first + (char) second);
    }

    static int next() {
        try {
            return new Own(System.in).read();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
