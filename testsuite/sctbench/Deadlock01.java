/**
 * SCTBench, {@code CS.deadlock01_bad}: two threads take two locks in opposite orders.
 *
 * <p>Bug: deadlock, each holds one lock and waits for the other; main waits for both.
 *
 * <p>Shown by: one thread is preempted between its locks, and the other takes its first. 1 preemption; without any, a
 * thread has given both back before the other begins.
 *
 * <p>Without parameters.
 */
public class Deadlock01 {
    static final Object a = new Object();
    static final Object b = new Object();
    static int counter = 1;

    static void up() {
        synchronized (a) {
            synchronized (b) {
                counter++;
            }
        }
    }

    static void down() {
        synchronized (b) {
            synchronized (a) {
                counter--;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread up = new Thread(Deadlock01::up, "up");
        Thread down = new Thread(Deadlock01::down, "down");
        up.start();
        down.start();
        up.join();
        down.join();
    }
}
