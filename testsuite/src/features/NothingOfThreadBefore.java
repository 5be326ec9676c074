import java.util.concurrent.locks.LockSupport;

/**
 * What a thread leaves when it ends is not there for the next one, be it of the same execution or of another: thread locals, its
 * interrupt flag, its permit, its handler of exceptions, its name and its context class loader. The first thread reads what
 * main writes meanwhile, so there is more than one execution.
 *
 * Possible: 0 or 1 is read; the second thread finds nothing.
 */
public class NothingOfThreadBefore {
    static final ThreadLocal<String> LOCAL = new ThreadLocal<>();
    static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();
    static int x;
    static int y;
    static String found = "";

    static void first() {
        int read = x;
        LOCAL.set("first");
        INHERITED.set("first");
        Thread me = Thread.currentThread();
        me.setName("renamed");
        me.setContextClassLoader(null);
        me.setUncaughtExceptionHandler((t, e) -> found += read + " " + t.getName() + " " + e.getMessage());
        me.interrupt();
        LockSupport.unpark(me);
        throw new IllegalStateException("thrown");
    }

    static void second() {
        Thread me = Thread.currentThread();
        boolean before = LOCAL.get() != null || INHERITED.get() != null || me.isInterrupted() || me.getName().equals("renamed")
                || me.getContextClassLoader() == null || me.getUncaughtExceptionHandler() != me.getThreadGroup();
        // Comes back when main has written, as nobody has given this thread a permit before.
        LockSupport.park();
        found += " " + before + " " + y;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(NothingOfThreadBefore::first);
        first.start();
        x = 1;
        first.join();
        Thread second = new Thread(NothingOfThreadBefore::second);
        second.start();
        y = 1;
        LockSupport.unpark(second);
        second.join();
        System.out.println(found);
    }
}
