/**
 * A static initialiser reads and writes what others write, and either thread may be the one to run it.
 *
 * If t1 runs it, it comes after x = 1. Then x = 2 comes before x = 1 (1, then x = 11), between x = 1 and the read (2, 12), between the
 * read and the write (1, 11), or last (1, 2). If t2 runs it, the same with 1 and 2 exchanged. Outcomes: 1 1 11, 1 1 2, 2 2 12, 2 2 1.
 */
public class ClassInitRace {
    static final class Holder {
        static int v = x;

        static {
            x = v + 10;
        }
    }

    static int x, r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> {
            x = 1;
            r1 = Holder.v;
        });
        Thread t2 = new Thread(() -> {
            x = 2;
            r2 = Holder.v;
        });
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2 + " " + x);
    }
}
