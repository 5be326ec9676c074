/**
 * Peterson's mutual exclusion with bounded waiting (B = 1). Nothing fails; 36 behaviours under SC.
 */
public class Peterson {
    static final int B = 1;
    static int f1, f2, turn, x;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                int c = 0;
                f1 = 1;
                turn = 2;
                while (f2 == 1 && turn == 2) {
                    if (c++ > B) {
                        break;
                    }
                }
                x = 1;
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
                    if (c++ > B) {
                        break;
                    }
                }
                x = 2;
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
