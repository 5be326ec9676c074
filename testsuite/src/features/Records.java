/**
 * A record is published whole, its generated methods work.
 *
 * Possible: null, Point[x=1, y=2].
 */
public class Records {
    record Point(int x, int y) {
    }

    static Point point;
    static String r;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                point = new Point(1, 2);
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                r = String.valueOf(point);
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r);
    }
}
