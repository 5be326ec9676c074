/**
 * A relative of {@link Reorder} with as many threads of either kind: setters write {@code a} and then {@code b}, and
 * each of several checkers wants to see both or none. Arguments: setters (2), checkers (2).
 *
 * <p>Bug: nothing makes the two writes one step. AssertionError in a checker.
 *
 * <p>Shown by: the setter that begins first is preempted between its writes, and one checker runs to its end: 1
 * preemption, as in {@code Reorder}. More checkers make the window easier to hit and the search larger, since several
 * may fail.
 *
 * <p>Wrong for every number from 1.
 */
public class Reorder2 {
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
        int setters = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int checkers = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        Thread[] threads = new Thread[setters + checkers];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = i < setters ? new Thread(Reorder2::set) : new Thread(Reorder2::check);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
