/**
 * A thread waits in a loop and then interrupts another, which main starts meanwhile. The interrupt comes before the target asks for its flag or after; an interrupt that comes
 * before the start, or before the first thing that the target does, is kept. The other way round, the target waits in a loop for the interrupt, and `alive` waits for the end of a thread that
 * it has not started.
 */
public class SpinThenInterrupt {
    static boolean flag;
    static boolean seen;

    public static void main(String[] args) throws InterruptedException {
        switch (args.length == 0 ? "asks" : args[0]) {
            case "asks" -> asks();
            case "waits" -> waits();
            default -> alive();
        }
    }

    private static void asks() throws InterruptedException {
        Thread target = new Thread(() -> seen = Thread.currentThread().isInterrupted());
        Thread other = new Thread(() -> {
            while (!flag) {
            }
            target.interrupt();
        });
        other.start();
        target.start();
        flag = true;
        other.join();
        target.join();
        System.out.println(seen);
    }

    private static void waits() throws InterruptedException {
        Thread target = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
            }
            seen = true;
        });
        Thread other = new Thread(() -> {
            while (!target.isAlive()) {
            }
            target.interrupt();
        });
        other.start();
        target.start();
        other.join();
        target.join();
        System.out.println(seen);
    }

    private static void alive() throws InterruptedException {
        Thread target = new Thread(() -> seen = true);
        boolean[] began = new boolean[1];
        Thread other = new Thread(() -> {
            while (!target.isAlive()) {
            }
            began[0] = true;
        });
        other.setDaemon(true);
        other.start();
        target.start();
        target.join();
        System.out.println(seen + " " + began[0]);
    }
}
