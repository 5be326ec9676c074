import java.io.IOException;
import java.io.InputStream;

/**
 * A loader of the program finds a class under another name when the other thread has set a field: which class there is
 * depends on who comes first. What a loader does while it loads a class are no events, and the report says so: not
 * "complete".
 *
 * <p>With the argument "alone": nobody else sets the field, and the loader counts what it has found in a field of its own.
 * That no other thread uses, so there is one outcome, and the check is complete.
 */
public class LoaderLooks {
    static volatile boolean other;

    public static class Found {}

    static class Loader extends ClassLoader {
        int count;

        Loader() {
            super(null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            count++;
            if (other) {
                throw new ClassNotFoundException(name);
            }
            try (InputStream file = LoaderLooks.class.getResourceAsStream(name + ".class")) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Loader loader = new Loader();
        boolean alone = args.length > 0;
        String[] found = {null};
        Thread thread = new Thread(() -> {
            try {
                found[0] = loader.loadClass("LoaderLooks$Found").getSimpleName();
            } catch (ClassNotFoundException e) {
                found[0] = "none";
            }
        });
        thread.start();
        if (!alone) {
            other = true;
        }
        thread.join();
        System.out.println(alone ? found[0] : "ended");
    }
}
