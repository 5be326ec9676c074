/**
 * Each thread prints in one step, in either order.
 *
 * Possible: ab, ba.
 */
public class PrintOrder {
    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                System.out.print("a");
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                System.out.print("b");
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println();
    }
}
