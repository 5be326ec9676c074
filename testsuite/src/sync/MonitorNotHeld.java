/**
 * wait, notify and notifyAll are refused to a thread that does not hold the monitor, though another one does.
 */
public class MonitorNotHeld {
    static final Object m = new Object();
    static String result = "";

    static void attempt(String name, Par.Body body) throws Exception {
        try {
            body.run();
            result += name + " done, ";
        } catch (IllegalMonitorStateException e) {
            result += name + " refused, ";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        synchronized (m) {
            Thread t = Par.start(() -> {
                attempt("wait", () -> m.wait());
                attempt("wait(1)", () -> m.wait(1));
                attempt("notify", () -> m.notify());
                attempt("notifyAll", () -> m.notifyAll());
            });
            t.join();
        }
        System.out.println(result.substring(0, result.length() - 2));
    }
}
