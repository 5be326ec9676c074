/**
 * The value written is a random number: a replay finds another one than the first run.
 */
public class RandomValue {
    static int x, r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                x = (int) (Math.random() * 1_000_000_000);
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
