import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * Static initialisers that others see, each begun by code of the JDK in one thread while another thread needs the class as well: whoever comes
 * first runs it, and who comes second waits for its end (JVMS 5.5). The threads of one class are joined before those of the next one
 * start.
 *
 * Only outcome: each initialiser prints once, in the order of the classes, and both threads find what it has counted.
 */
public class InitByReflection {
    static int made;

    static class ByClass {
        static final int NUMBER = next("class");
    }

    static class ByConstructor {
        static final int NUMBER = next("constructor");
    }

    public static class ByMethod {
        static final int NUMBER = next("method");

        public static int number() {
            return NUMBER;
        }
    }

    static class ByName {
        static final int NUMBER = next("name");
    }

    static class ByNameAndLoader {
        static final int NUMBER = next("name and loader");
    }

    static class ByUnsafe {
        static final int NUMBER = next("unsafe");
    }

    static int next(String how) {
        System.out.println(how);
        return ++made;
    }

    interface Route {
        Object go() throws Exception;
    }

    interface Number {
        int get();
    }

    static void race(Route route, Number number) throws InterruptedException {
        int[] seen = new int[2];
        Thread first = new Thread(() -> {
            try {
                route.go();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            seen[0] = number.get();
        });
        Thread second = new Thread(() -> seen[1] = number.get());
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(seen[0] + " " + seen[1]);
    }

    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        race(() -> ByClass.class.newInstance(), () -> ByClass.NUMBER);
        Constructor<?> constructor = ByConstructor.class.getDeclaredConstructor();
        race(constructor::newInstance, () -> ByConstructor.NUMBER);
        Method method = ByMethod.class.getMethod("number");
        race(() -> method.invoke(null), () -> ByMethod.NUMBER);
        Method forName = Class.class.getMethod("forName", String.class);
        race(() -> forName.invoke(null, "InitByReflection$ByName"), () -> ByName.NUMBER);
        Method withLoader = Class.class.getMethod("forName", String.class, boolean.class, ClassLoader.class);
        ClassLoader loader = InitByReflection.class.getClassLoader();
        race(() -> withLoader.invoke(null, "InitByReflection$ByNameAndLoader", true, loader), () -> ByNameAndLoader.NUMBER);
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field the = unsafe.getDeclaredField("theUnsafe");
        the.setAccessible(true);
        Object instance = the.get(null);
        Method allocate = unsafe.getMethod("allocateInstance", Class.class);
        race(() -> allocate.invoke(instance, ByUnsafe.class), () -> ByUnsafe.NUMBER);
    }
}
