/**
 * The name of a thread is seen before or after the thread has changed it.
 */
public class ThreadName {
    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> Thread.currentThread().setName("after"), "before");
        worker.start();
        String name = worker.getName();
        worker.join();
        System.out.println(name);
    }
}
