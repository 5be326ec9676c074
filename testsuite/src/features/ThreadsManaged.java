import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Threads as {@code ThreadMXBean} shows them: main, and another one that may have ended. Nobody is in a deadlock, because nobody but main can wait.
 *
 * Outcomes: 2 ids with the other thread's, 1 without. What is known of the other thread it has then (RUNNABLE), or nothing, if it has ended in between; nothing if
 * it had ended before.
 */
public class ThreadsManaged {
    public static void main(String[] args) throws InterruptedException {
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        Thread t = new Thread(() -> {}, "other");
        t.start();
        long[] ids = bean.getAllThreadIds();
        ThreadInfo info = bean.getThreadInfo(t.getId());
        boolean deadlock = bean.findDeadlockedThreads() != null;
        t.join();
        String told = info == null ? "gone" : info.getThreadName() + " " + info.getThreadState();
        System.out.println(ids.length + " " + told + " " + deadlock + " " + bean.getThreadCount());
    }
}
