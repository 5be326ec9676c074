/**
 * The initialiser of a superclass comes first, whichever class is needed first; each runs once.
 *
 * Sub is initialised by t1, Base by either. Only outcome: 2 1 2.
 */
public class ClassInitSuper {
    static class Base {
        static int n = ++count;
    }

    static final class Sub extends Base {
        static int m = ++count;
    }

    static int count, r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> r1 = Sub.m);
        Thread t2 = new Thread(() -> r2 = Sub.n);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2 + " " + count);
    }
}
