/**
 * Main sets the priority of a thread, which sets it, too, and each asks for it then. Whoever sets it last, or alone so far,
 * finds his own: both find what the thread has set if that came last, both what main has set if that did, or each finds
 * his own; but not each the other's. (Up to JDK 18, what is set after the thread has ended is lost: both find 3 then.)
 */
public class PriorityOfRunning {
    static int found;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            Thread.currentThread().setPriority(3);
            found = Thread.currentThread().getPriority();
        });
        thread.start();
        thread.setPriority(7);
        int mine = thread.getPriority();
        thread.join();
        System.out.println(found + " " + mine);
    }
}
