/**
 * What an initialiser prints is printed once, before anybody has the value.
 *
 * Only outcome: init, then 7 7.
 */
public class ClassInitPrints {
    static final class Holder {
        static final int V = make();

        static int make() {
            System.out.println("init");
            return 7;
        }
    }

    static int r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> r1 = Holder.V);
        Thread t2 = new Thread(() -> r2 = Holder.V);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2);
    }
}
