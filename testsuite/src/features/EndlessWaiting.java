/**
 * The child waits in a loop for a flag that nobody sets.
 */
public class EndlessWaiting {
    static volatile boolean flag;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                while (!flag) {
                    Thread.yield();
                }
            }
        };
        t1.start();
        t1.join();
        System.out.println("not reached");
    }
}
