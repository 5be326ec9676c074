/**
 * The value written is a random number, which is the same in every execution. The other thread reads it twice.
 *
 * Possible: "true" (it reads 0 twice, or the number twice), "false" (0 first).
 */
public class RandomValue {
    static int x, r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                x = (int) (Math.random() * 1_000_000_000) + 1;
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                r1 = x;
                r2 = x;
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 == r2);
    }
}
