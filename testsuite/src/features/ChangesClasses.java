import java.lang.instrument.Instrumentation;

/**
 * Asks an agent, which has begun before the program, for what changes classes, and has a class transformed once more
 * ({@code retransform}) or all that are loaded from now on ({@code add}), or no longer ({@code remove}).
 */
public class ChangesClasses {
    public static void main(String[] args) throws Exception {
        Instrumentation instrumentation =
                (Instrumentation) Class.forName("Edits").getMethod("instrumentation").invoke(null);
        if (args[0].equals("retransform")) {
            instrumentation.retransformClasses(ChangesClasses.class);
        } else if (args[0].equals("remove")) {
            instrumentation.removeTransformer(null);
        } else {
            instrumentation.addTransformer(null);
        }
        System.out.println("changed");
    }
}
