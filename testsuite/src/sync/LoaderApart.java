/**
 * A loader of the program reads a field while it loads a class, unless its thread was told to give up before; another
 * thread writes the field, unless it was told to give up. An execution in which both happen need not be run to know
 * what either does, in whatever order executions are run. What a loader does then are no events, and the report says
 * so: not "complete".
 *
 * "first": the thread that loads is started before the one that writes; else after it.
 */
public class LoaderApart {
    static int shared;
    static int seen;
    static volatile boolean stopLoader;
    static volatile boolean stopWriter;

    static class Loader extends ClassLoader {
        Loader() {
            super(null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            seen = shared;
            throw new ClassNotFoundException(name);
        }
    }

    static void load(Loader loader) {
        if (!stopLoader) {
            try {
                Class.forName("absent.Missing", false, loader);
            } catch (ClassNotFoundException e) {
                // As it has to be.
            }
        }
    }

    static void write() {
        if (!stopWriter) {
            shared = 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Loader loader = new Loader();
        boolean first = args[0].equals("first");
        Par.run(() -> stopLoader = true, () -> stopWriter = true, first ? () -> load(loader) : LoaderApart::write,
                first ? LoaderApart::write : () -> load(loader));
        System.out.println("ended");
    }
}
