/**
 * Two classes that need each other, needed by two threads from both ends.
 *
 * If t1 is through with A before t2 begins, B sees a 0: 2 1; the other way round 1 2; and if each has begun one, neither ends.
 */
public class ClassInitDeadlock {
    static final class A {
        static int v = B.v + 1;
    }

    static final class B {
        static int v = A.v + 1;
    }

    static int r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> r1 = A.v);
        Thread t2 = new Thread(() -> r2 = B.v);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2);
    }
}
