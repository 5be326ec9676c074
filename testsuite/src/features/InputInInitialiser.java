import java.util.Scanner;

/**
 * Input: "1 2". Whichever thread needs a class first runs its initialiser, which reads a number; the other thread reads a
 * byte before or after. A Scanner takes all that has come, so the byte is '1', and the scanner is left with " 2"; or
 * else the scanner has 1, and there is no byte left. What the threads print is put together by main.
 *
 * <p>A scanner may ask the stream several times for what it returns: that another one reads it at once is said, and not that all is complete.
 */
public class InputInInitialiser {
    static class Settings {
        static final int SIZE = new Scanner(System.in).nextInt();
    }

    static int size, next;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> size = Settings.SIZE);
        Thread b = new Thread(() -> {
            try {
                next = System.in.read();
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(size + " " + next);
    }
}
