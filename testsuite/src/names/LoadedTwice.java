import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntSupplier;

/**
 * Two loaders define one class file: that makes two classes, each with its own static field. The threads count in one of them each, and main
 * looks at both while they run.
 *
 * Outcomes: 0 0, 0 1, 1 0, 1 1 while they run; then always 1 1, since nobody else has counted there.
 */
public class LoadedTwice {
    /** What both loaders define. */
    public static class Cell implements Runnable, IntSupplier {
        static int count;

        @Override
        public void run() {
            count = count + 1;
        }

        @Override
        public int getAsInt() {
            return count;
        }
    }

    /** Defines the cell itself, and asks its parent for all else. */
    static class Own extends ClassLoader {
        private final byte[] cell;

        Own(byte[] cell) {
            super(LoadedTwice.class.getClassLoader());
            this.cell = cell;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("LoadedTwice$Cell")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known != null ? known : defineClass(name, cell, 0, cell.length);
        }
    }

    static Object cell(byte[] bytes) throws ReflectiveOperationException {
        return new Own(bytes).loadClass("LoadedTwice$Cell").getDeclaredConstructor().newInstance();
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes = bytes();
        Object one = cell(bytes);
        Object two = cell(bytes);
        Thread first = new Thread((Runnable) one);
        Thread second = new Thread((Runnable) two);
        first.start();
        second.start();
        int seenOne = ((IntSupplier) one).getAsInt();
        int seenTwo = ((IntSupplier) two).getAsInt();
        first.join();
        second.join();
        System.out.println(seenOne + " " + seenTwo + ", " + ((IntSupplier) one).getAsInt() + " " + ((IntSupplier) two).getAsInt());
    }

    private static byte[] bytes() throws IOException {
        try (InputStream in = LoadedTwice.class.getResourceAsStream("LoadedTwice$Cell.class")) {
            return in.readAllBytes();
        }
    }
}
