/**
 * A field is one place whether it is named through its class or through a subclass; static ones too.
 *
 * The first thread writes through the subclass, the second reads through the superclass, the later one first:
 * 0 0, 0 1, 1 1. Not possible: 1 0.
 */
public class InheritedFields {
    static class A {
        static int s;
        int f;
    }

    static final class B extends A {
    }

    static final B b = new B();
    static int r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                B.s = 1;
                b.f = 1;
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                A a = b;
                r1 = a.f;
                r2 = A.s;
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2);
    }
}
