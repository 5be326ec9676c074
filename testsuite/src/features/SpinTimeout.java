/**
 * One thread waits in a loop for what another does when its time is over. Time is over when all are idle, and who waits in
 * a loop is.
 */
public class SpinTimeout {
    static volatile int stage;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread t1 = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait(100);
                } catch (InterruptedException e) {
                    System.out.println("not reached");
                }
            }
            stage = 1;
        });
        t1.start();
        while (stage == 0) {
        }
        System.out.println("over");
    }
}
