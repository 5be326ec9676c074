import java.io.ByteArrayOutputStream;

/**
 * Each thread holds the monitor of a stream and calls a synchronized method of the other one's.
 *
 * Possible: 1 1, or a deadlock without output, if each has entered its block.
 */
public class LockedStreamsDeadlock {
    static final ByteArrayOutputStream a = new ByteArrayOutputStream();
    static final ByteArrayOutputStream b = new ByteArrayOutputStream();

    static void both(ByteArrayOutputStream first, ByteArrayOutputStream second) {
        synchronized (first) {
            second.write(1);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> both(a, b), () -> both(b, a));
        System.out.println(a.size() + " " + b.size());
    }
}
