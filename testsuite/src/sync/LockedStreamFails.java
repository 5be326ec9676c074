import java.io.ByteArrayOutputStream;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Calls of synchronized methods of a stream end by exceptions: one is caught by the program, another by code of the
 * JDK. The monitor is free again
 * afterwards, so nobody waits for ever.
 *
 * Possible: 0 and 2, for what the thread sees that holds the monitor while main writes or has written.
 */
public class LockedStreamFails {
    static final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    static int size;

    static void fails() {
        bytes.write(new byte[1], 5, 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (bytes) {
                size = bytes.size();
                size = bytes.size();
            }
        });
        t.start();
        try {
            fails();
        } catch (IndexOutOfBoundsException e) {
            FutureTask<Void> task = new FutureTask<>((Callable<Void>) () -> {
                fails();
                return null;
            });
            task.run();
            try {
                task.get();
            } catch (ExecutionException failed) {
                synchronized (bytes) {
                    bytes.write(1);
                    bytes.write(2);
                }
            }
        }
        t.join();
        System.out.println(size);
    }
}
