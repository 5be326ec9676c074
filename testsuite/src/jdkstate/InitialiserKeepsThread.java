/**
 * A static initialiser keeps the thread that runs it, which is the one that is first.
 *
 * Possible: "A", "B".
 */
public class InitialiserKeepsThread {
    static class Holder {
        static final Thread RUNNER = Thread.currentThread();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> Holder.RUNNER.hashCode(), "A");
        Thread b = new Thread(() -> Holder.RUNNER.hashCode(), "B");
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(Holder.RUNNER.getName());
    }
}
