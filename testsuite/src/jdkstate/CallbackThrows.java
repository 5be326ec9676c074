import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/**
 * A method that the JDK calls throws an exception if a field is set. The call comes to no end then, and what the thread does afterwards is not part of
 * it. The thread tries twice; main sets the field, and waits in a loop.
 *
 * Outcomes, how often it was thrown: 0 (the field is set at the end), 1, 2.
 */
public class CallbackThrows {
    private static volatile int field;
    private static volatile boolean done;

    @Override
    public String toString() {
        if (field == 1) {
            throw new IllegalStateException();
        }
        return "a";
    }

    public static void main(String[] args) throws InterruptedException {
        PrintStream out = new PrintStream(new ByteArrayOutputStream());
        int[] thrown = new int[1];
        Thread t = new Thread(() -> {
            for (int i = 0; i < 2; i++) {
                try {
                    out.print(new CallbackThrows());
                } catch (IllegalStateException e) {
                    thrown[0]++;
                }
            }
            done = true;
        });
        t.start();
        field = 1;
        while (!done) {
            Thread.onSpinWait();
        }
        System.out.println(thrown[0]);
    }
}
