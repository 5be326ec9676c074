/**
 * A thread's monitor is taken by {@code start}, {@code setName} and {@code join} of that thread. While one holds it, the
 * other can neither start the thread nor name it, nor come back from {@code join}.
 *
 * Possible, of "start" and "join": 0 0, 0 1, 0 2, 1 2, 2 2. Who has read 1 has found the monitor held, and comes back when
 * it is 2; who has read 0 may come back before the block, in the middle of it, or after it. Of "name": twice the same
 * letter, as the name changes before or after the block.
 */
public class LockedThread {
    static volatile int x;
    static int before;
    static int after;
    static String names;

    public static void main(String[] args) throws InterruptedException {
        switch (args[0]) {
            case "start" -> start();
            case "name" -> name();
            default -> join();
        }
    }

    private static void writeTwice(Thread thread) {
        synchronized (thread) {
            x = 1;
            x = 2;
        }
    }

    private static void start() throws InterruptedException {
        Thread thread = new Thread(() -> after = x);
        Par.run(() -> writeTwice(thread), () -> {
            before = x;
            thread.start();
        });
        thread.join();
        System.out.println(before + " " + after);
    }

    private static void name() throws InterruptedException {
        Thread thread = new Thread(() -> { }, "q");
        Par.run(() -> {
            synchronized (thread) {
                names = thread.getName() + " " + thread.getName();
            }
        }, () -> thread.setName("z"));
        System.out.println(names);
    }

    private static void join() throws InterruptedException {
        Thread thread = Par.start(() -> { });
        Par.run(() -> writeTwice(thread), () -> {
            before = x;
            thread.join();
            after = x;
        });
        System.out.println(before + " " + after);
    }
}
