import java.lang.management.ManagementFactory;

/**
 * The value written is how long the thread has been on a processor: a replay finds another one than the first run.
 */
public class CpuTimeValue {
    static long x, r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> x = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
        Thread t2 = new Thread(() -> {
            r1 = x;
            r2 = x;
        });
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 == r2);
    }
}
