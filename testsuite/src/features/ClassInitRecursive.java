/**
 * Two classes that need each other, but all threads need the first one first: B sees a 0, and nobody waits for ever.
 *
 * Only outcome: 2 1 2.
 */
public class ClassInitRecursive {
    static final class A {
        static int v = B.v + 1;
    }

    static final class B {
        static int v = A.v + 1;
    }

    static int r1, r2, r3;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> {
            r1 = A.v;
            r2 = B.v;
        });
        Thread t2 = new Thread(() -> r3 = A.v);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2 + " " + r3);
    }
}
