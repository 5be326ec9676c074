/**
 * Two threads ask how much memory is free, and store it.
 *
 * <p>In every execution as much is free, so both see the same, and it is no more than there is. Only outcome: true true.
 */
public class MemoryIsTheSame {
    static volatile long first;
    static volatile long second;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> first = Runtime.getRuntime().freeMemory());
        Thread t2 = new Thread(() -> second = Runtime.getRuntime().freeMemory());
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        Runtime runtime = Runtime.getRuntime();
        System.out.println((first == second) + " " + (first <= runtime.totalMemory() && runtime.totalMemory() <= runtime.maxMemory()));
    }
}
