import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;

/**
 * Main serialises a set with an object that throws. The JDK calls {@code HashSet.writeObject} by reflection, and on JDK 17
 * makes a class for that after fifteen calls in a JVM, which shows in the stack trace: in later executions it would be
 * another one than in the first ones. Other threads see to it that there are more than fifteen executions.
 *
 * Possible: that exception, whatever the others have done, which main does not look at.
 */
public class ReflectedOften {
    private static String order = "";

    /** Cannot be written. */
    static class Throws implements Serializable {
        private static final long serialVersionUID = 1;

        private void writeObject(ObjectOutputStream out) {
            throw new IllegalStateException("not written");
        }
    }

    private static synchronized void append(int digit) {
        order += digit;
    }

    public static void main(String[] args) throws InterruptedException, IOException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int digit = i;
            threads[i] = new Thread(() -> append(digit));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(new HashSet<>(List.of(new Throws())));
    }
}
