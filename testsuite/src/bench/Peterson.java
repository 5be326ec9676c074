/**
 * Peterson's mutual exclusion with bounded waiting: B rounds (the argument; 1 by default).
 *
 * <p>Nothing fails; 36 behaviours with B = 1. With {@code checked} after the number, each thread reads x back: a thread
 * that has waited too often goes on all the same, so it can be another's, and the exception is reachable.
 */
public class Peterson {
    static int f1, f2, turn, x;

    public static void main(String[] args) throws InterruptedException {
        final int bound = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        final boolean checked = args.length > 1 && args[1].equals("checked");
        Thread t1 = new Thread() {
            @Override
            public void run() {
                int c = 0;
                f1 = 1;
                turn = 2;
                while (f2 == 1 && turn == 2) {
                    if (c++ > bound) {
                        break;
                    }
                }
                x = 1;
                if (checked && x != 1) {
                    throw new IllegalStateException("thread 1 is not alone");
                }
                f1 = 0;
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                int c = 0;
                f2 = 1;
                turn = 1;
                while (f1 == 1 && turn == 1) {
                    if (c++ > bound) {
                        break;
                    }
                }
                x = 2;
                if (checked && x != 2) {
                    throw new IllegalStateException("thread 2 is not alone");
                }
                f2 = 0;
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println("done");
    }
}
