/**
 * Each thread has its own value of a thread local, made when it first asks. An inheritable one is copied when the thread is made, not when it
 * starts.
 */
public class ThreadLocals {
    static final ThreadLocal<int[]> own = ThreadLocal.withInitial(() -> new int[1]);
    static final InheritableThreadLocal<Integer> inherited = new InheritableThreadLocal<>();
    static String child;

    public static void main(String[] args) throws InterruptedException {
        own.get()[0]++;
        inherited.set(5);
        Thread t = Par.thread(() -> {
            own.get()[0]++;
            child = own.get()[0] + " | " + inherited.get();
            inherited.set(6);
        });
        inherited.set(7);
        t.start();
        t.join();
        String first = own.get()[0] + " " + child + " " + inherited.get() + " | ";
        own.get()[0]++;
        inherited.set(5);
        System.out.println(first + own.get()[0] + " " + inherited.get());
    }
}
