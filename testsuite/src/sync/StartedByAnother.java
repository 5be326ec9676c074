/**
 * A thread starts another one and ends. Main, which only sees that, starts it once more ("again"), or asks whether it
 * lives and joins it ("join"): what a check finds out then, of starts, it has to find out anew from the beginning.
 *
 * <p>Possible: main does not see it yet; or the start is refused; or the thread has ended once it is joined.
 */
public class StartedByAnother {
    static volatile boolean ended;

    public static void main(String[] args) throws InterruptedException {
        Thread started = new Thread(() -> {}, "started");
        Thread starter = new Thread(() -> {
            started.start();
            ended = true;
        }, "starter");
        starter.start();
        System.out.println(!ended ? "not yet" : args[0].equals("again") ? again(started) : join(started));
    }

    private static String again(Thread thread) {
        try {
            thread.start();
            return "started";
        } catch (IllegalThreadStateException e) {
            return "refused";
        }
    }

    private static String join(Thread thread) throws InterruptedException {
        thread.isAlive();
        thread.join();
        return "alive: " + thread.isAlive();
    }
}
