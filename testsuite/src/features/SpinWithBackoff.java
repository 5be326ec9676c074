/**
 * Polling with pauses: sleep, yield, join with a time limit on nobody. Time stands still for who waits in a loop.
 */
public class SpinWithBackoff {
    static volatile int stage;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> {
            try {
                while (stage != 1) {
                    Thread.sleep(10);
                }
                stage = 2;
            } catch (InterruptedException e) {
                System.out.println("not reached");
            }
        });
        t1.start();
        stage = 1;
        long before = System.nanoTime();
        while (stage != 2) {
            Thread.yield();
            Thread.sleep(5);
        }
        long after = System.nanoTime();
        System.out.println(after - before < 20_000_000L ? "in time" : "late");
    }
}
