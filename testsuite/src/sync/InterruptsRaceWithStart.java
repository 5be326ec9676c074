/**
 * A thread that is being started is interrupted twice meanwhile. {@code twice}: by one thread, which writes {@code x} in between; nothing clears the flag, so who has
 * found it set, or 2 in {@code x}, cannot sleep, and who has found nothing may sleep or not. {@code two}: by one thread each; who sees that the first one has done so is interrupted.
 */
public class InterruptsRaceWithStart {
    static volatile int x;
    static Thread interrupted;
    static String found;

    public static void main(String[] args) throws InterruptedException {
        boolean twice = args[0].equals("twice");
        interrupted = new Thread(twice ? InterruptsRaceWithStart::sleeps : InterruptsRaceWithStart::looks);
        Thread first = new Thread(() -> {
            interrupted.interrupt();
            x = 2;
            if (twice) {
                interrupted.interrupt();
            }
        });
        Thread second = new Thread(interrupted::interrupt);
        first.start();
        if (!twice) {
            second.start();
        }
        interrupted.start();
        interrupted.join();
        first.join();
        second.join();
        System.out.println(found);
    }

    private static void sleeps() {
        found = Thread.currentThread().isInterrupted() + " " + x;
        try {
            Thread.sleep(1);
            found += " slept";
        } catch (InterruptedException e) {
            found += " interrupted";
        }
    }

    private static void looks() {
        int read = x;
        found = String.valueOf(read == 0 || Thread.currentThread().isInterrupted());
    }
}
