/**
 * What {@link JarApp} finds in the other jar.
 */
public class JarDep {
    static String name() {
        return "dep";
    }
}
