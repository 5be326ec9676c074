/**
 * Exceptions that leave threads. The program has handlers for the first three: one of the thread, one of its group, one for all. What is handled is
 * no violation, and such a thread has a normal end.
 *
 * Only outcome: each handler prints once, in the order of the threads.
 */
public class HandledException {
    public static void main(String[] args) throws Exception {
        Thread own = new Thread(() -> {
            throw new IllegalStateException("own");
        });
        own.setUncaughtExceptionHandler((t, e) -> System.out.println("thread's: " + e.getMessage()));
        own.start();
        own.join();
        ThreadGroup group = new ThreadGroup("g") {
            @Override
            public void uncaughtException(Thread t, Throwable e) {
                System.out.println("group's: " + e.getMessage());
            }
        };
        Thread inGroup = new Thread(group, () -> {
            throw new IllegalStateException("in group");
        });
        inGroup.start();
        inGroup.join();
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("default: " + e.getMessage()));
        Thread other = new Thread(() -> {
            throw new IllegalStateException("other");
        });
        other.start();
        other.join();
        throw new IllegalStateException("main's");
    }
}
