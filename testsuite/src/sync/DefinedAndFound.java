import java.lang.invoke.MethodHandles;

/**
 * A thread defines a class in the loader of the class path, by a lookup, and another one looks for it by its name: by
 * Class.forName, and with the argument "loader" by the loader, and then again.
 *
 * Possible: "false false" (it is defined later), "false true" (in between), "true true".
 */
public class DefinedAndFound {
    static boolean first, second;

    static boolean finds(boolean byLoader) {
        try {
            if (byLoader) {
                ClassLoader loader = DefinedAndFound.class.getClassLoader();
                loader.loadClass("DefinedTwice$Defined");
            } else {
                Class.forName("DefinedTwice$Defined");
            }
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] file = DefinedTwice.file("DefinedTwice$Pattern", "DefinedTwice$Defined");
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        boolean byLoader = args.length > 0;
        Par.run(() -> lookup.defineClass(file), () -> {
            first = finds(byLoader);
            second = finds(byLoader);
        });
        System.out.println(first + " " + second);
    }
}
