/**
 * Who waits for or notifies an object without its monitor is refused by {@code Object}, in whose methods the exception is thrown; a sleep that is
 * interrupted says so, a wait says nothing.
 *
 * Possible: one outcome, what a plain JVM prints.
 */
public class RefusedWaits {
    interface Failing {
        void run() throws Exception;
    }

    static void show(Failing failing) {
        try {
            failing.run();
            System.out.println("nothing thrown");
        } catch (Exception e) {
            StackTraceElement[] stack = e.getStackTrace();
            int at = 0;
            while (stack[at].getClassName().startsWith("java.")) {
                at++;
            }
            System.out.println(e + " in " + stack[0].getClassName() + ", from " + stack[at].getMethodName().replaceAll("[0-9]", "")
                    + " " + stack[stack.length - 1].getMethodName());
        }
    }

    static void interrupted(boolean sleeps) {
        Thread.currentThread().interrupt();
        try {
            if (sleeps) {
                Thread.sleep(1);
            } else {
                synchronized (RefusedWaits.class) {
                    RefusedWaits.class.wait();
                }
            }
        } catch (InterruptedException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        Object lock = new Object();
        show(() -> lock.wait());
        show(() -> lock.wait(1));
        show(() -> lock.wait(0, 1));
        show(() -> lock.notify());
        show(() -> lock.notifyAll());
        show(() -> {
            synchronized (lock) {
                lock.wait(-1);
            }
        });
        show(() -> {
            synchronized (lock) {
                lock.wait(1, -1);
            }
        });
        synchronized (lock) {
            lock.notify();
        }
        interrupted(true);
        interrupted(false);
    }
}
