/** Waits for itself before the look, so what was recorded cannot be followed. */
public class Changing {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> x = 1);
        writer.start();
        Thread.currentThread().join();
        if (x == 1) {
            throw new IllegalStateException("seen");
        }
    }
}
