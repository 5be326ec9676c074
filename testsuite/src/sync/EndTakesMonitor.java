/**
 * The end of a thread takes the thread's monitor, so for who is inside {@code synchronized (thread)} it is alive to the
 * end of the block, or has been dead since before.
 *
 * Possible, with "alive": both true or both false, never first true and then false. With "state": at the second look
 * the thread may have come to its end, where it is BLOCKED, but it is TERMINATED at both looks or at none.
 * With "other": who is told by the owner of the monitor that the thread is alive finds it alive as well, as long as the
 * owner is inside.
 */
public class EndTakesMonitor {
    static volatile boolean told;
    static volatile boolean left;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> { });
        thread.start();
        switch (args[0]) {
            case "alive" -> {
                synchronized (thread) {
                    System.out.println(thread.isAlive() + " " + thread.isAlive());
                }
            }
            case "state" -> {
                synchronized (thread) {
                    System.out.println(thread.getState() + " " + thread.getState());
                }
            }
            default -> other(thread);
        }
    }

    private static void other(Thread thread) throws InterruptedException {
        String[] seen = {"not told"};
        Thread looks = new Thread(() -> {
            if (told) {
                boolean alive = thread.isAlive();
                seen[0] = left ? "left" : String.valueOf(alive);
            }
        });
        looks.start();
        synchronized (thread) {
            if (thread.isAlive()) {
                told = true;
                left = true;
            }
        }
        looks.join();
        System.out.println(seen[0]);
    }
}
