/**
 * A group interrupts the threads that it has: one that sleeps in it, and not the one outside of it.
 *
 * Only outcome: the one in the group is interrupted, then nobody is left in it.
 */
public class GroupInterrupted {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("g");
        Thread in = new Thread(group, () -> {
            try {
                Thread.currentThread().join();
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        in.start();
        System.out.println(group.activeCount());
        group.interrupt();
        in.join();
        System.out.println(group.activeCount() + " " + Thread.currentThread().isInterrupted());
    }
}
