import java.io.ByteArrayOutputStream;

/**
 * A class of the program extends a stream of the JDK and has a synchronized method of its own that writes twice;
 * inherited methods
 * take the same monitor.
 *
 * Possible: 0, 2.
 */
public class LockedBytesOfSubclass {
    static class Pairs extends ByteArrayOutputStream {
        synchronized void pair() {
            write(1);
            super.write(2);
        }
    }

    static final Pairs pairs = new Pairs();

    public static void main(String[] args) throws InterruptedException {
        int[] size = new int[1];
        Par.run(pairs::pair, () -> size[0] = pairs.size());
        System.out.println(size[0]);
    }
}
