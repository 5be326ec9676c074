/**
 * An interface with a default method is initialised with the class that implements it; one without is not.
 *
 * Only outcome: 1 5.
 */
public class ClassInitInterface {
    interface Active {
        int V = next();

        default int get() {
            return V;
        }
    }

    interface Passive {
        int V = next();
    }

    static final class Both implements Active, Passive {
        final int w = 5;
    }

    static int count, r1, r2;

    static int next() {
        return ++count;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> r1 = new Both().w);
        Thread t2 = new Thread(() -> r2 = new Both().get());
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r2 + " " + r1);
    }
}
