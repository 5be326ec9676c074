import java.util.Date;
import java.util.concurrent.Semaphore;

/**
 * A call that touches two objects is over before its thread asks for permits: the other thread may change one of the
 * objects and then release a permit in between.
 *
 * Outcomes: the dates before or after the change, each with 0 permits or 1.
 */
public class JointThenNumber {
    public static void main(String[] args) throws InterruptedException {
        Date first = new Date(1);
        Date second = new Date(2);
        Semaphore permits = new Semaphore(0);
        Thread t = new Thread(() -> {
            first.setTime(5);
            permits.release();
        });
        t.start();
        boolean before = first.before(second);
        System.out.println(before + " " + permits.availablePermits());
        t.join();
    }
}
