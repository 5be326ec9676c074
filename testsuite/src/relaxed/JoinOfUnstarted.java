/**
 * A join is a fence also if the thread has not started: it enters the monitor of the {@code Thread} object. So store buffering is not possible here. If
 * {@code left} does not wait, it reads 0 before {@code right} starts, and {@code x = 1} has arrived before that; if it waits, it reads 1, and
 * {@code right} may have read {@code x} before it was written.
 */
public class JoinOfUnstarted {
    static int x;
    static volatile int y;
    static int a;
    static int b;
    static Thread right;

    public static void main(String[] args) throws InterruptedException {
        Thread left = new Thread(() -> {
            x = 1;
            try {
                right.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            a = y;
        });
        right = new Thread(() -> {
            y = 1;
            b = x;
        });
        left.start();
        right.start();
        left.join();
        right.join();
        System.out.print(a + " " + b);
    }
}
