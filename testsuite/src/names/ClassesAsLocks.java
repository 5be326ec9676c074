import java.io.IOException;
import java.io.InputStream;

/**
 * Two classes of one name, which two loaders have defined, are two monitors: entered in opposite orders, they deadlock. One order is that of
 * {@code synchronized} blocks, the other one that of static synchronized methods.
 *
 * Outcomes: done; the deadlock.
 */
public class ClassesAsLocks {
    /** What both loaders define. */
    public static class Cell implements Runnable {
        public static Runnable inner;

        @Override
        public void run() {
            within(inner);
        }

        static synchronized void within(Runnable inner) {
            if (inner != null) {
                inner.run();
            }
        }
    }

    /** Defines the cell itself, and asks its parent for all else. */
    static class Own extends ClassLoader {
        private final byte[] cell;

        Own(byte[] cell) {
            super(ClassesAsLocks.class.getClassLoader());
            this.cell = cell;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("ClassesAsLocks$Cell")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known != null ? known : defineClass(name, cell, 0, cell.length);
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes = bytes();
        Class<?> one = new Own(bytes).loadClass("ClassesAsLocks$Cell");
        Class<?> two = new Own(bytes).loadClass("ClassesAsLocks$Cell");
        Runnable outer = (Runnable) one.getDeclaredConstructor().newInstance();
        one.getField("inner").set(null, two.getDeclaredConstructor().newInstance());
        Thread other = new Thread(outer);
        other.start();
        synchronized (two) {
            synchronized (one) {
            }
        }
        other.join();
        System.out.println("done");
    }

    private static byte[] bytes() throws IOException {
        try (InputStream in = ClassesAsLocks.class.getResourceAsStream("ClassesAsLocks$Cell.class")) {
            return in.readAllBytes();
        }
    }
}
