import java.security.ProtectionDomain;

/**
 * The loader of the class path says of itself and of its classes what the JDK's says: its name, where a class is from and what it may do, one
 * protection domain for all classes of one place, and the unnamed module.
 *
 * Possible: one outcome, what a plain JVM prints.
 */
public class LoaderOfProgram {
    static class Nested {}

    public static void main(String[] args) throws Exception {
        ClassLoader loader = LoaderOfProgram.class.getClassLoader();
        System.out.println(loader.getName() + " " + loader.toString().replaceAll("@.*", "") + " " + loader.getParent().getName());
        System.out.println(loader == ClassLoader.getSystemClassLoader());
        System.out.println(loader == Thread.currentThread().getContextClassLoader());
        ProtectionDomain domain = LoaderOfProgram.class.getProtectionDomain();
        System.out.println(domain.getClassLoader() == loader);
        System.out.println(domain == Nested.class.getProtectionDomain());
        System.out.println(domain.getPermissions().isReadOnly() + " " + domain.getPrincipals().length);
        System.out.println(domain.getCodeSource().getLocation().getProtocol() + " " + domain.getCodeSource().getCodeSigners());
        System.out.println(LoaderOfProgram.class.getModule() == loader.getUnnamedModule());
        System.out.println(LoaderOfProgram.class.getPackage().isSealed() + " " + loader.getDefinedPackages().length);
        System.out.println(LoaderOfProgram.class.getSigners() == null);
    }
}
