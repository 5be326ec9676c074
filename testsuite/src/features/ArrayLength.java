/**
 * How long an array is is something its reader learns.
 *
 * Possible: 0 (not published yet), 1, 2.
 */
public class ArrayLength {
    static int x;
    static int[] array;
    static int r;

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
                array = new int[x + 1];
            }
        };
        Thread t3 = new Thread() {
            @Override
            public void run() {
                int[] a = array;
                r = a == null ? 0 : a.length;
            }
        };
        t1.start();
        t2.start();
        t3.start();
        t1.join();
        t2.join();
        t3.join();
        System.out.println(r);
    }
}
