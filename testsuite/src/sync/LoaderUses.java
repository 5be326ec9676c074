import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A loader of the program uses what the other thread uses as well, while it loads a class: it takes a monitor
 * ("monitor"), or a lock ("lock"), writes to a stream ("stream"), or prints ("print"). What a loader does while it loads a
 * class are no events, and the report says so: not "complete".
 *
 * With "two", both threads load a class, which takes the monitor of the class's name, and nothing else is shared; with
 * "alone" a loader does all of that before there is a second thread, which then sees what it has written. Then there is
 * one outcome, and the check is complete.
 */
public class LoaderUses {
    static final Object monitor = new Object();
    static final ReentrantLock lock = new ReentrantLock();
    static final ByteArrayOutputStream stream = new ByteArrayOutputStream();

    public static class One {}

    public static class Two {}

    static class Loader extends ClassLoader {
        final String use;

        Loader(String use) {
            super(null);
            this.use = use;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("LoaderUses$")) {
                return LoaderUses.class.getClassLoader().loadClass(name);
            }
            synchronized (getClassLoadingLock(name)) {
                use(use);
                try (InputStream file = LoaderUses.class.getResourceAsStream(name + ".class")) {
                    byte[] bytes = file.readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }

    static void use(String use) {
        switch (use) {
            case "monitor" -> {
                synchronized (monitor) { }
            }
            case "lock" -> {
                lock.lock();
                lock.unlock();
            }
            case "stream" -> stream.write(1);
            case "print" -> System.out.println("printed");
            case "alone" -> {
                System.out.println("loads");
                for (String each : new String[] {"monitor", "lock", "stream"}) {
                    use(each);
                }
            }
            default -> { }
        }
    }

    public static void main(String[] args) throws Exception {
        Loader loader = new Loader(args[0]);
        if (args[0].equals("alone")) {
            Class.forName("LoaderUses$One", false, loader);
            int[] size = {0};
            Par.run(() -> size[0] = stream.size());
            System.out.println(size[0]);
            return;
        }
        Par.run(() -> Class.forName("LoaderUses$One", false, loader), () -> {
            if (args[0].equals("two")) {
                Class.forName("LoaderUses$Two", false, loader);
            } else {
                use(args[0]);
            }
        });
        System.out.println("ended");
    }
}
