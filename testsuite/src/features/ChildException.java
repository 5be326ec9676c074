/**
 * An exception that nobody catches ends its thread, and only that one: main goes on.
 *
 * Only outcome: main goes on, and an exception.
 */
public class ChildException {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                x = 1;
                throw new IllegalStateException("x is " + x);
            }
        };
        t1.start();
        t1.join();
        System.out.println("main goes on");
    }
}
