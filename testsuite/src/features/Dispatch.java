/**
 * Which class an object has is something its reader learns: the same allocation makes one or the other.
 *
 * Possible: none (not published yet), A, B.
 */
public class Dispatch {
    static class A {
        String name() {
            return "A";
        }
    }

    static final class B extends A {
        @Override
        String name() {
            return "B";
        }
    }

    static int x;
    static A o;
    static String r;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                x = 1;
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                A a = x == 0 ? new A() : new B();
                o = a;
            }
        };
        Thread t3 = new Thread() {
            @Override
            public void run() {
                A a = o;
                r = a == null ? "none" : a.name();
            }
        };
        t1.start();
        t2.start();
        t3.start();
        t1.join();
        t2.join();
        t3.join();
        System.out.println(r);
    }
}
