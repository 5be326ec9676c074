/**
 * A field of a class and one of its superclass are two places, even with one name.
 *
 * The first thread writes the inner one first, the second reads it last: 0 0, 0 1, 2 1. Not possible: 2 0.
 */
public class HiddenFields {
    static class A {
        int f;
    }

    static final class B extends A {
        int f;
    }

    static final B b = new B();
    static int r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                b.f = 1;
                ((A) b).f = 2;
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                r1 = ((A) b).f;
                r2 = b.f;
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2);
    }
}
