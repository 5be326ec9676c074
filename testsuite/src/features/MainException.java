/**
 * An exception in main ends the main thread; the program goes on until its other thread has ended.
 *
 * Only outcome: child, and an exception.
 */
public class MainException {
    public static void main(String[] args) {
        new Thread() {
            @Override
            public void run() {
                System.out.println("child");
            }
        }.start();
        throw new IllegalStateException("main fails");
    }
}
