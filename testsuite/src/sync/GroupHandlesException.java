/**
 * A thread group that overrides uncaughtException is told of the exceptions of its threads. The thread itself runs it, before it ends, so main
 * sees what it did. An exception that is handled is no violation.
 */
public class GroupHandlesException {
    static String told = "nothing";

    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("group") {
            @Override
            public void uncaughtException(Thread t, Throwable e) {
                told = e.getMessage() + " in " + t.getName() + " of " + getName();
            }
        };
        Thread t = new Thread(group, () -> {
            throw new IllegalStateException("boom");
        }, "t");
        t.start();
        t.join();
        System.out.println(told);
    }
}
