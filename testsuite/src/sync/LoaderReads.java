import java.security.Security;
import java.util.Locale;

/**
 * A loader of the program reads, while it loads a class, what another thread sets for all threads: a property
 * ("property"), the default locale ("locale"), a property of the security framework ("security"). Or it starts a thread
 * ("thread"). What a loader does then are no events, and the report says so: not "complete".
 *
 * With "others" it reads another property than the one that is set. Then there is one outcome, and the check is
 * complete.
 */
public class LoaderReads {
    static class Loader extends ClassLoader {
        final String what;

        Loader(String what) {
            super(null);
            this.what = what;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            switch (what) {
                case "property" -> System.getProperty("loader.reads");
                case "others" -> System.getProperty("loader.looks");
                case "locale" -> Locale.getDefault();
                case "security" -> Security.getProperty("loader.reads");
                default -> new Thread(() -> { }).start();
            }
            throw new ClassNotFoundException(name);
        }
    }

    static void load(Loader loader) {
        try {
            Class.forName("absent.Missing", false, loader);
        } catch (ClassNotFoundException e) {
            // As it has to be.
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Loader loader = new Loader(args[0]);
        Par.run(() -> load(loader), () -> {
            switch (args[0]) {
                case "property", "others" -> System.setProperty("loader.reads", "set");
                case "locale" -> Locale.setDefault(Locale.ROOT);
                case "security" -> Security.setProperty("loader.reads", "set");
                default -> { }
            }
        });
        System.out.println("ended");
    }
}
