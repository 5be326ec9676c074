import java.io.IOException;
import java.io.InputStream;

/**
 * A thread runs code that makes an object of a class which a loader of the program has not loaded yet, and another
 * thread asks the loader whether it has that class. When the JVM asks a loader for a class is no event, and the report
 * says that this is not covered.
 *
 * With the argument "other" the second thread asks for another class, which there is before: then it is complete.
 */
public class LoaderAskedMeanwhile {
    public static class Needed {}

    public static class User implements Runnable {
        @Override
        public void run() {
            new Needed();
        }
    }

    static class Loader extends ClassLoader {
        Loader() {
            super(null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (InputStream in = LoaderAskedMeanwhile.class.getResourceAsStream(name + ".class")) {
                byte[] file = in.readAllBytes();
                return defineClass(name, file, 0, file.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        boolean has(String name) {
            return findLoadedClass(name) != null;
        }
    }

    public static void main(String[] args) throws Exception {
        Loader loader = new Loader();
        Class<?> user = loader.loadClass("LoaderAskedMeanwhile$User");
        Runnable runnable = (Runnable) user.getDeclaredConstructor().newInstance();
        String asked = args.length > 0 ? "LoaderAskedMeanwhile$User" : "LoaderAskedMeanwhile$Needed";
        Par.run(runnable::run, () -> loader.has(asked));
        System.out.println("ended");
    }
}
