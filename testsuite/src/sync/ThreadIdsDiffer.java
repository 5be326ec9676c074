/**
 * Thread ids differ from run to run, but two threads never have the same, and a thread keeps its own.
 */
public class ThreadIdsDiffer {
    static long seen;

    public static void main(String[] args) throws InterruptedException {
        Thread a = Par.start(() -> { });
        Thread b = Par.start(() -> seen = Thread.currentThread().getId());
        b.join();
        a.join();
        System.out.println((a.getId() != b.getId()) + " " + (seen == b.getId()));
    }
}
