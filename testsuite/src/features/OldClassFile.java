import java.io.IOException;
import java.io.InputStream;

/**
 * Classes in the format of Java 1.4, in which instructions cannot name classes, from a loader of the program: two threads use a class whose
 * initialiser prints.
 *
 * <p>One of the threads runs the initialiser, the other one waits. Both count in a field that has no lock, so one count may be lost.
 * Outcomes: init 1, init 2.
 */
public class OldClassFile {
    static final int VERSION = 48;

    public static class Told {
        static int count;

        static {
            System.out.println("init");
        }
    }

    public static class Old implements Runnable {
        @Override
        public void run() {
            Told.count++;
        }

        @Override
        public String toString() {
            return String.valueOf(Told.count);
        }
    }

    static final class Loader extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("OldClassFile$Old") && !name.startsWith("OldClassFile$Told")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (InputStream in = OldClassFile.class.getResourceAsStream("/" + name + ".class")) {
                byte[] bytes = in.readAllBytes();
                bytes[6] = 0;
                bytes[7] = VERSION;
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Runnable old = (Runnable) new Loader().loadClass("OldClassFile$Old").getDeclaredConstructor().newInstance();
        Thread t1 = new Thread(old);
        Thread t2 = new Thread(old);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(old);
    }
}
