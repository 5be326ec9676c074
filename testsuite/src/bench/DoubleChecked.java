/**
 * Double-checked locking without volatile. Under sequential consistency it is correct (not in Java's own memory model): the object is made once,
 * and who sees it sees it whole. Only outcome: 1 7 7.
 */
public class DoubleChecked {
    static final class Single {
        int value;

        Single() {
            made++;
            value = 7;
        }
    }

    static final Object lock = new Object();
    static int made;
    static Single single;

    static Single get() {
        if (single == null) {
            synchronized (lock) {
                if (single == null) {
                    single = new Single();
                }
            }
        }
        return single;
    }

    static final class User extends Thread {
        int seen;

        @Override
        public void run() {
            seen = get().value;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        User a = new User();
        User b = new User();
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(made + " " + a.seen + " " + b.seen);
    }
}
