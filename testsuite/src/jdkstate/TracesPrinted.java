import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/**
 * Two threads print to one stream, at least one of them the stack trace of an exception (which has no frames here). The
 * stream is locked meanwhile, so one comes after the other. Possible: both orders.
 *
 * <ul>
 * <li>{@code line}: a stack trace and a line, to a stream of the program.
 * <li>{@code traces}: two stack traces, to such a stream.
 * <li>{@code error}: the same by {@code System.err}.
 * <li>{@code out}: the same to {@code System.out}.
 * </ul>
 */
public class TracesPrinted {
    static final class Fail extends Exception {
        Fail(String name) {
            super(name, null, false, false);
        }

        @Override
        public String toString() {
            return getMessage();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream own = new PrintStream(printed);
        String how = args[0];
        if (how.equals("error")) {
            System.setErr(own);
        }
        Thread other = new Thread(() -> print(how, "a", own));
        other.start();
        if (how.equals("line")) {
            own.println("b");
        } else {
            print(how, "b", own);
        }
        other.join();
        if (!how.equals("out")) {
            own.flush();
            System.out.print(printed);
        }
    }

    static void print(String how, String name, PrintStream own) {
        Fail fail = new Fail(name);
        if (how.equals("error")) {
            fail.printStackTrace();
        } else {
            fail.printStackTrace(how.equals("out") ? System.out : own);
        }
    }
}
