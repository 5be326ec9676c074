/** Fails if the other thread has written before the look. */
public class Changing {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> x = 1);
        writer.start();
        if (x == 1) {
            throw new IllegalStateException("seen");
        }
        writer.join();
    }
}
