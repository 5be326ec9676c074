/**
 * 2+2W: two threads write two locations in opposite orders; x and y are what remains.
 *
 * Possible: 1 2, 2 1, 2 2.
 * Not under SC or TSO: 1 1. Both first writes would come last at their locations: x=2 before x=1 before y=2 before y=1
 * before x=2, a cycle.
 */
public class W2x2 {
    static int x, y;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                x = 1;
                y = 2;
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                y = 1;
                x = 2;
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(x + " " + y);
    }
}
