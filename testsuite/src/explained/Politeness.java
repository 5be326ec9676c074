import java.util.concurrent.atomic.AtomicBoolean;

/** Each lets the other one go first, for ever. */
public class Politeness {
    static final AtomicBoolean left = new AtomicBoolean();
    static final AtomicBoolean right = new AtomicBoolean();

    static void pass(AtomicBoolean mine, AtomicBoolean other) {
        mine.set(true);
        while (other.get()) {
            Thread.onSpinWait();
        }
        mine.set(false);
    }

    public static void main(String[] args) {
        new Thread(() -> pass(left, right), "left").start();
        new Thread(() -> pass(right, left), "right").start();
    }
}
