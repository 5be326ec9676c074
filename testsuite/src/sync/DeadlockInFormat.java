import java.util.Vector;

/**
 * {@code String.format} takes the monitor of a Vector while its caller holds a lock; the other thread holds the Vector's
 * monitor and waits for the lock. Each may have the first of its two when it waits for the second: a deadlock. Nobody calls a
 * method of the Vector by an instruction of the program.
 */
public class DeadlockInFormat {
    static final Object lock = new Object();
    static final Vector<Integer> vector = new Vector<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            synchronized (vector) {
                synchronized (lock) {
                    System.out.print("a");
                }
            }
        });
        other.start();
        String text;
        synchronized (lock) {
            text = String.format("%s", vector);
        }
        other.join();
        System.out.println(text);
    }
}
