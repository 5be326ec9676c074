/**
 * What a virtual thread says of itself: it is virtual, a daemon, of normal priority, in the group of virtual threads, and has no name unless
 * it gets one. Its number is the same in every execution, and no other thread has it. Before its start it is new, after its
 * end it is over. Two threads write x: 1 and 2 are possible.
 */
public class VtAttributes {
    static String inside;
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Thread.ofVirtual().unstarted(() -> {
            Thread me = Thread.currentThread();
            inside = me.isVirtual() + " " + me.isDaemon() + " " + me.getPriority() + " " + me.getThreadGroup().getName() + " " + me.getState();
            x = 1;
        });
        Thread named = Thread.ofVirtual().name("n").unstarted(() -> x = 2);
        String before = t.getState() + " [" + t.getName() + "] [" + named.getName() + "] " + t.isAlive();
        long number = t.threadId();
        t.start();
        named.start();
        t.join();
        named.join();
        System.out.println(before + ", " + inside + ", " + t.getState() + " " + t.isAlive() + ", "
                + (number == t.threadId() && number > 0 && number != named.threadId() && number != Thread.currentThread().threadId()));
        System.out.println(x);
    }
}
