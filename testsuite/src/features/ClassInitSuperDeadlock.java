/**
 * A class with an object of a subclass in a static field: who needs the subclass first needs the superclass next, and the other
 * way round. Outcomes: 5 5, and deadlock.
 */
public class ClassInitSuperDeadlock {
    static class Base {
        static final Base DEFAULT = new Sub();
        int v = 5;
    }

    static final class Sub extends Base {
    }

    static int r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> r1 = Base.DEFAULT.v);
        Thread t2 = new Thread(() -> r2 = new Sub().v);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2);
    }
}
