/**
 * The singleton that is made when it is first needed: one object, and whoever has it sees all of it.
 *
 * Only outcome: true 1 3.
 */
public class LazyHolder {
    private static final class Holder {
        static final LazyHolder INSTANCE = new LazyHolder();
    }

    static int made;
    static LazyHolder r1, r2;
    final int v;

    private LazyHolder() {
        made++;
        v = 3;
    }

    static LazyHolder get() {
        return Holder.INSTANCE;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> r1 = get());
        Thread t2 = new Thread(() -> r2 = get());
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println((r1 == r2) + " " + made + " " + r2.v);
    }
}
