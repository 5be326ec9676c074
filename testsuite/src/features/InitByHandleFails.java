import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * An initialiser that fails, begun by a method handle in one thread and by {@code Constructor.newInstance} in the other: whoever runs it gets an
 * {@code ExceptionInInitializerError}, not wrapped in anything, and who comes later a {@code NoClassDefFoundError}.
 *
 * Outcomes: E N and N E.
 */
public class InitByHandleFails {
    static final class Broken {
        static int v;

        static {
            if (v == 0) {
                throw new IllegalStateException("broken");
            }
        }

        static void use() {}
    }

    static String r1, r2;

    interface Route {
        Object go() throws Throwable;
    }

    static String use(Route route) {
        try {
            route.go();
            return "-";
        } catch (ExceptionInInitializerError e) {
            return "E";
        } catch (NoClassDefFoundError e) {
            return "N";
        } catch (Throwable e) {
            return e.toString();
        }
    }

    public static void main(String[] args) throws Exception {
        MethodHandle handle = MethodHandles.lookup().findStatic(Broken.class, "use", MethodType.methodType(void.class));
        Thread t1 = new Thread(() -> r1 = use(() -> handle.invoke()));
        Thread t2 = new Thread(() -> r2 = use(() -> Broken.class.getDeclaredConstructor().newInstance()));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2);
    }
}
