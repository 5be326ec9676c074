/**
 * Peterson's mutual exclusion as it is written in books: waiting is not bounded. Nobody ever meets the other inside.
 */
public class PetersonUnbounded {
    static volatile boolean f1, f2;
    static volatile int turn;
    static int inside, entries;

    static void critical() {
        inside++;
        assert inside == 1;
        entries++;
        inside--;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> {
            f1 = true;
            turn = 2;
            while (f2 && turn == 2) {
            }
            critical();
            f1 = false;
        });
        Thread t2 = new Thread(() -> {
            f2 = true;
            turn = 1;
            while (f1 && turn == 1) {
            }
            critical();
            f2 = false;
        });
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(entries);
    }
}
