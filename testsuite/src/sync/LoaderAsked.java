import java.io.InputStream;

/**
 * A thread defines a class, and then a package, in a loader of the program; another one asks the loader for the
 * package, and then for the class.
 *
 * Possible: whoever finds the package finds the class, which was there before: all but "true false".
 */
public class LoaderAsked {
    public static class Defined {}

    static class Loader extends ClassLoader {
        void define(byte[] file) {
            defineClass("LoaderAsked$Defined", file, 0, file.length);
            definePackage("asked", null, null, null, null, null, null, null);
        }

        boolean hasPackage() {
            return getDefinedPackage("asked") != null;
        }

        boolean hasClass() {
            return findLoadedClass("LoaderAsked$Defined") != null;
        }
    }

    static boolean hasPackage, hasClass;

    public static void main(String[] args) throws Exception {
        byte[] file;
        try (InputStream in = LoaderAsked.class.getResourceAsStream("LoaderAsked$Defined.class")) {
            file = in.readAllBytes();
        }
        Loader loader = new Loader();
        Par.run(() -> loader.define(file), () -> {
            hasPackage = loader.hasPackage();
            hasClass = loader.hasClass();
        });
        System.out.println(hasPackage + " " + hasClass);
    }
}
