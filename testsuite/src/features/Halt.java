/**
 * Runtime.halt ends the program like an exit.
 *
 * Only outcome: nothing printed, status 4. Main cannot get past its join.
 */
public class Halt {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                x = 1;
                Runtime.getRuntime().halt(4);
            }
        };
        t1.start();
        t1.join();
        System.out.println("not reached");
    }
}
