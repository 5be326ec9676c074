/**
 * A thread counts the threads of its group while another thread starts one: who counts need not know those whom it counts.
 *
 * Outcomes: main and the one that counts live all the time. t1 may have started t or not, and have ended or not; t may have ended: 2 (t1 has ended, and t as
 * well, or both are not counted), 3 or 4. (Who counts looks at one after the other, so t1 may be seen alive and t dead, or the other way round.)
 */
public class ActiveCountOfOthers {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> new Thread(() -> {}).start());
        Thread t2 = new Thread(() -> count = Thread.currentThread().getThreadGroup().activeCount());
        t1.start();
        t2.start();
        t2.join();
        System.out.println(count);
    }
}
