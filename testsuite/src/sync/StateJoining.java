/**
 * A thread in join is WAITING, one in join(time) is TIMED_WAITING.
 */
public class StateJoining {
    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        Thread without = Par.start(() -> joinFor(main, 0));
        while (without.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        Thread with = Par.start(() -> joinFor(main, 60_000));
        while (with.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        System.out.println(without.getState() + " " + with.getState());
    }

    static void joinFor(Thread thread, long milliseconds) throws InterruptedException {
        thread.join(milliseconds);
    }
}
