import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** An interrupt ends the waiting in code of the JDK. */
class Waiting {
    static int a, b, c;

    public static void main(String[] args) {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1); // +
        Thread main = Thread.currentThread();
        new Thread(() -> {
            int other = b;          // -
            if (a > 0)              // +
                main.interrupt();   // +
        }).start();                 // +
        try {
            queue.take();           // +
        } catch (InterruptedException e) {
            c = 1;                  // *
        }
    }
}
