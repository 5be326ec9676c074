import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;

/**
 * Two threads define a class of one name in one loader; the second one fails. With "lookup", it is the loader of the
 * class path (Lookup.defineClass), else one of the program's. Then each says how it went, in a synchronized method.
 *
 * Possible: one of them, in small letters, has defined the class, and the other, in large ones, has not, in either order
 * of speaking: "aB", "Ba", "bA", "Ab".
 */
public class DefinedTwice {
    public static class Pattern {}

    static class Loader extends ClassLoader {
        Class<?> define(byte[] file) {
            return defineClass("DefinedTwice$Defined", file, 0, file.length);
        }
    }

    interface Definition {
        Class<?> define() throws IllegalAccessException;
    }

    static String said = "";

    static synchronized void say(String what) {
        said += what;
    }

    static void run(Definition definition, String name) throws IllegalAccessException {
        String what = name;
        try {
            definition.define();
        } catch (LinkageError e) {
            what = name.toUpperCase();
        }
        say(what);
    }

    public static void main(String[] args) throws Exception {
        byte[] file = file("DefinedTwice$Pattern", "DefinedTwice$Defined");
        Loader loader = new Loader();
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Definition definition = args.length > 0 ? () -> lookup.defineClass(file) : () -> loader.define(file);
        Par.run(() -> run(definition, "a"), () -> run(definition, "b"));
        System.out.println(said);
    }

    /** The class file of a class that is to have another name, which is as long. */
    static byte[] file(String name, String renamed) throws IOException {
        try (InputStream in = DefinedTwice.class.getResourceAsStream(name + ".class")) {
            String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            return text.replace(name, renamed).getBytes(StandardCharsets.ISO_8859_1);
        }
    }
}
