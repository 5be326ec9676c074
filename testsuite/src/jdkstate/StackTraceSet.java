import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * A thread replaces the stack trace of an exception and then gives it a cause, while main prints it (into memory, with all that belongs to it). The stack trace is
 * printed before the cause is asked for.
 *
 * Possible, (the new stack trace, the cause): "false false", "false true", "true true"; "true false" as well: the stack trace is
 * printed when the cause is not yet there.
 */
public class StackTraceSet {
    public static void main(String[] args) throws InterruptedException {
        Exception shared = new Exception("shared");
        Thread t = new Thread(() -> {
            shared.setStackTrace(new StackTraceElement[] {new StackTraceElement("Made", "up", "Made.java", 1)});
            shared.initCause(new Exception("reason"));
        });
        t.start();
        StringWriter text = new StringWriter();
        shared.printStackTrace(new PrintWriter(text));
        t.join();
        System.out.println(text.toString().contains("Made.up") + " " + text.toString().contains("reason"));
    }
}
