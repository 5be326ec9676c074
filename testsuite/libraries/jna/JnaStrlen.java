import com.sun.jna.Library;
import com.sun.jna.Native;

/**
 * Two threads call a function of the C library through JNA.
 *
 * @outcome 3 5
 */
public class JnaStrlen {
    public interface C extends Library {
        int strlen(String text);
    }

    public static void main(String[] args) throws InterruptedException {
        C c = Native.load("c", C.class);
        int[] got = new int[2];
        Thread t1 = new Thread(() -> got[0] = c.strlen("abc"));
        Thread t2 = new Thread(() -> got[1] = c.strlen("abcde"));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(got[0] + " " + got[1]);
    }
}
