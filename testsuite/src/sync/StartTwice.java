/**
 * run is a method like any other and runs in the caller; start works once, also when the thread has ended.
 */
public class StartTwice extends Thread {
    static Thread runner;

    @Override
    public void run() {
        runner = Thread.currentThread();
    }

    public static void main(String[] args) throws InterruptedException {
        StartTwice t = new StartTwice();
        t.run();
        String result = runner == Thread.currentThread() ? "main " : "t ";
        t.start();
        t.join();
        try {
            t.start();
            result += "started";
        } catch (IllegalThreadStateException e) {
            result += runner == t ? "refused" : "not run";
        }
        System.out.println(result);
    }
}
