import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/**
 * Static initialisers that others see, each begun by a method handle, a {@code VarHandle} or a {@code Lookup} in two threads at once: one of them runs it, and the
 * other one waits for its end (JVMS 5.5). So each thread finds the number that the initialiser has given, whoever ran it. A third use of the
 * same handle initialises nothing, and neither does making one.
 *
 * Only outcome: the initialisers print in the order of the classes, after "made", each once.
 */
public class InitByHandle {
    static int count;

    static class ByMethod {
        static final int NUMBER = next("method");

        static int number() {
            return NUMBER;
        }
    }

    static class ByConstructor {
        static final int NUMBER = next("constructor");
        final int seen = NUMBER;
    }

    static class ByGetter {
        static int number = next("getter");
    }

    static class ByVariable {
        static int number = next("variable");
    }

    static class ByLookup {
        static final int NUMBER = next("lookup");
    }

    static int next(String how) {
        System.out.println(how);
        return ++count;
    }

    interface Route {
        int go() throws Throwable;
    }

    static int run(Route route) {
        try {
            return route.go();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static void race(Route route) throws InterruptedException {
        int[] seen = new int[2];
        Thread first = new Thread(() -> seen[0] = run(route));
        Thread second = new Thread(() -> seen[1] = run(route));
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(seen[0] + " " + seen[1] + " " + run(route));
    }

    public static void main(String[] args) throws Exception {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle method = lookup.findStatic(ByMethod.class, "number", MethodType.methodType(int.class));
        MethodHandle constructor = lookup.findConstructor(ByConstructor.class, MethodType.methodType(void.class));
        MethodHandle getter = lookup.findStaticGetter(ByGetter.class, "number", int.class);
        System.out.println("made");
        race(() -> (int) method.invokeExact());
        race(() -> ((ByConstructor) constructor.invokeExact()).seen);
        race(() -> (int) getter.invokeExact());
        // Older JDKs initialise the class when the handle is made.
        race(() -> {
            VarHandle variable = lookup.findStaticVarHandle(ByVariable.class, "number", int.class);
            return (int) variable.get();
        });
        race(() -> {
            lookup.ensureInitialized(ByLookup.class);
            return ByLookup.NUMBER;
        });
    }
}
