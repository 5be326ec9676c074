/**
 * Two classes that need each other through reflection, needed by two threads from both ends.
 *
 * If t1 is through with A before t2 begins, B sees a 0: 2 1; the other way round 1 2; and if each has begun one, neither ends.
 */
public class InitByReflectionDeadlock {
    static final class A {
        static int v = of("B") + 1;
    }

    static final class B {
        static int v = of("A") + 1;
    }

    static int r1, r2;

    static int of(String name) {
        try {
            Class<?> type = (Class<?>) Class.class.getMethod("forName", String.class)
                    .invoke(null, "InitByReflectionDeadlock$" + name);
            return type == A.class ? A.v : B.v;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> r1 = of("A"));
        Thread t2 = new Thread(() -> r2 = of("B"));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2);
    }
}
