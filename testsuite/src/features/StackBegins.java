/**
 * The outermost frame of a thread is its run method, that of a handler of exceptions the method of the JDK that looks for handlers, that of main is
 * main: for a stack trace, for a StackWalker, and for an exception. There is nothing of whatever runs the threads.
 *
 * Possible: 0 or 1 is read, the same frames.
 */
public class StackBegins {
    static int x;
    static String text = "";

    static String outermost(StackTraceElement[] stack) {
        StackTraceElement last = stack[stack.length - 1];
        return last.getClassName() + "." + last.getMethodName();
    }

    static String walked() {
        return StackWalker.getInstance().walk(frames -> frames.map(f -> f.getClassName() + "." + f.getMethodName()).reduce("", (a, b) -> b));
    }

    static void note() {
        String trace = outermost(Thread.currentThread().getStackTrace());
        String thrown = outermost(new Throwable().getStackTrace());
        text += " " + trace + (trace.equals(thrown) && trace.equals(walked()) ? "" : "?");
    }

    static class Own extends Thread {
        int read;

        @Override
        public void run() {
            read = x;
            note();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Own own = new Own();
        own.start();
        x = 1;
        own.join();
        Thread fails = new Thread(() -> {
            note();
            throw new IllegalStateException();
        });
        fails.setUncaughtExceptionHandler((t, e) -> {
            note();
            text += " " + outermost(e.getStackTrace());
        });
        fails.start();
        fails.join();
        note();
        System.out.println(own.read + text);
    }
}
