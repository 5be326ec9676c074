/**
 * Message passing: is the data there when the flag is?
 *
 * Possible: 0 0, 0 1, 1 1.
 * Not under SC or TSO: 1 0. The flag was read after it was set, the data was written before that, and nothing writes 0.
 */
public class MP {
    static int x, y, r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                x = 1;
                y = 1;
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                r1 = y;
                r2 = x;
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2);
    }
}
