/**
 * System.exit in one thread ends the program, wherever the others are.
 *
 * Main cannot get past its join, so the end is always the exit. Before it, main may have printed nothing, 0, or 1.
 */
public class ExitInChild {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                System.exit(3);
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                x = 1;
            }
        };
        t1.start();
        t2.start();
        System.out.println(x);
        t1.join();
        t2.join();
        System.out.println("not reached");
    }
}
