/**
 * SCTBench, {@code CS.reorder_N_bad}: N - 1 setters write {@code a} and then {@code b}, and one checker wants to see
 * both of them or none. Arguments: N (3), at least 2.
 *
 * <p>Bug: nothing makes the two writes one step. AssertionError in the checker.
 *
 * <p>Shown by: one setter is preempted between its writes before any setter has written {@code b}, and the checker runs
 * to its end. 1 preemption; without any, each setter writes both or nothing. The window closes for good with the first
 * write to {@code b}, as nobody ever writes the old values again: with many setters few schedules hit it by chance.
 *
 * <p>Wrong for every N from 2. The checker reads {@code a} again after it has seen 0, as the original does, so a setter
 * that runs in between is not noticed.
 */
public class Reorder {
    static int a;
    static int b;

    static void set() {
        a = 1;
        b = -1;
    }

    static void check() {
        boolean none = a == 0 && b == 0;
        if (!none && !(a == 1 && b == -1)) {
            throw new AssertionError("a setter was seen half done");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            threads[i] = i < n - 1 ? new Thread(Reorder::set, "setter " + i) : new Thread(Reorder::check, "checker");
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
