/**
 * An assert statement is checked although nobody asked for assertions on the command line.
 *
 * Possible: 1 (the assert came before the write), or 1 and an exception.
 */
public class AssertFails {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                x = 1;
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                assert x == 0 : "x is set";
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(x);
    }
}
