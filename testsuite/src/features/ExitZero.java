/**
 * An exit with status 0 is a normal way to end, also while another thread waits.
 *
 * Possible: 0, 1 (whether the other thread's write came before main's read), always with the exit.
 */
public class ExitZero {
    static final Object m = new Object();
    static int x;

    public static void main(String[] args) {
        new Thread() {
            @Override
            public void run() {
                x = 1;
                synchronized (m) {
                    try {
                        m.wait();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        }.start();
        System.out.println(x);
        System.exit(0);
    }
}
