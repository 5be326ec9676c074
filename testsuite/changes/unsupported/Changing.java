/** Asks for what cannot be checked, so nothing can be said of what was recorded. */
public class Changing {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> x = 1);
        writer.start();
        Thread.currentThread().getThreadGroup().setMaxPriority(3);
        if (x == 1) {
            throw new IllegalStateException("seen");
        }
        writer.join();
    }
}
