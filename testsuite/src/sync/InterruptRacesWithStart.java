/**
 * One thread interrupts another that is started at the same time. Whether the interrupt comes before that start or after it, the thread is
 * interrupted: while it waits for the end of the first one, or, if that has ended already, it finds its flag set. Never is the flag unset.
 */
public class InterruptRacesWithStart {
    static Thread first;
    static Thread second;

    public static void main(String[] args) throws InterruptedException {
        first = new Thread(() -> second.interrupt());
        second = new Thread(() -> {
            try {
                first.join();
                System.out.print(Thread.currentThread().isInterrupted());
            } catch (InterruptedException e) {
                System.out.print("while waiting");
            }
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
