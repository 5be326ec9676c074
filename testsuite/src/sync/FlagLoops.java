/**
 * A thread waits in a loop until somebody interrupts it, and does nothing else. It always comes to an end: nobody else can keep it from being interrupted.
 * {@code before}: of a thread that main is about to start, another asks what it is doing, and whether it was interrupted: any answer is possible, but who is not new has been interrupted.
 */
public class FlagLoops {
    static int after;

    public static void main(String[] args) throws InterruptedException {
        Thread waits;
        switch (args[0]) {
            case "asks":
                waits = new Thread(() -> {
                    while (!Thread.currentThread().isInterrupted()) {
                    }
                    after = Thread.interrupted() ? 1 : 2;
                });
                break;
            case "clears":
                waits = new Thread(() -> {
                    while (!Thread.interrupted()) {
                        Thread.yield();
                    }
                    after = Thread.interrupted() ? 1 : 2;
                });
                break;
            default:
                before();
                return;
        }
        waits.start();
        Thread other = new Thread(waits::interrupt);
        other.start();
        other.join();
        waits.join();
        System.out.println(after);
    }

    static String seen;

    private static void before() throws InterruptedException {
        Thread started = new Thread(() -> { });
        Thread asks = new Thread(() -> {
            Thread.State state = started.getState();
            seen = state + (state == Thread.State.NEW ? "" : " " + (started.isInterrupted() || !started.isAlive()));
        });
        asks.start();
        started.interrupt();
        started.start();
        asks.join();
        started.join();
        System.out.println(seen);
    }
}
