import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/**
 * An agent that replaces a text in the class {@code Edited}, by one of the same length, and says so. It counts the classes
 * that it has edited.
 */
public class Edits implements ClassFileTransformer {
    public static int edited;
    private static Instrumentation kept;

    public static void premain(String argument, Instrumentation instrumentation) {
        System.setProperty("edits", String.valueOf(argument));
        instrumentation.addTransformer(new Edits(), true);
        kept = instrumentation;
    }

    public static void agentmain(String argument, Instrumentation instrumentation) {
        premain("launcher", instrumentation);
    }

    /** What changes classes. */
    public static Instrumentation instrumentation() {
        return kept;
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] file) {
        if (!"Edited".equals(name)) {
            return null;
        }
        byte[] made = file.clone();
        byte[] from = "plain!".getBytes();
        byte[] to = "edited".getBytes();
        for (int i = 0; i + from.length <= made.length; i++) {
            if (java.util.Arrays.equals(made, i, i + from.length, from, 0, from.length)) {
                System.arraycopy(to, 0, made, i, to.length);
                edited++;
            }
        }
        return made;
    }
}
