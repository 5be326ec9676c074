/**
 * One thread adds 1 N times, another subtracts 1 N times, without a lock. N is the argument, 2 if there is none.
 *
 * <p>Every value from -N to N can remain: k updates of one thread are lost when the other thread reads before them and
 * writes after them.
 */
public class Counter {
    static int c;

    public static void main(String[] args) throws InterruptedException {
        final int n = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Thread up = new Thread() {
            @Override
            public void run() {
                for (int i = 0; i < n; i++) {
                    c = c + 1;
                }
            }
        };
        Thread down = new Thread() {
            @Override
            public void run() {
                for (int i = 0; i < n; i++) {
                    c = c - 1;
                }
            }
        };
        up.start();
        down.start();
        up.join();
        down.join();
        System.out.println(c);
    }
}
