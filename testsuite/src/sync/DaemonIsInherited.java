/**
 * A thread made by a daemon is a daemon; setDaemon is refused once the thread has started.
 */
public class DaemonIsInherited {
    static boolean child;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.thread(() -> child = new Thread(() -> { }).isDaemon());
        t.setDaemon(true);
        t.start();
        t.join();
        String result;
        try {
            Thread.currentThread().setDaemon(true);
            result = "allowed";
        } catch (IllegalThreadStateException e) {
            result = "refused";
        }
        System.out.println(child + " " + result);
    }
}
