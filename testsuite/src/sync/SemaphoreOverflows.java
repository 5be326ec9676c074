import java.util.concurrent.Semaphore;

/**
 * A semaphore has at most {@code Integer.MAX_VALUE} permits; whoever gives back more gets an {@code Error}. Only: Maximum permit count exceeded.
 */
public class SemaphoreOverflows {
    static final Semaphore semaphore = new Semaphore(Integer.MAX_VALUE);

    public static void main(String[] args) {
        try {
            semaphore.release();
            System.out.println("released");
        } catch (Error e) {
            System.out.println(e.getMessage());
        }
    }
}
