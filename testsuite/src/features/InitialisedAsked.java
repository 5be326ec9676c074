import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * Asks whether a class without an initialiser is initialised, where programs can ask: not before its first
 * object is made. With an argument not every execution asks, and of a class with an initialiser first.
 */
public class InitialisedAsked {
    static int v;

    static class Plain {
        int field;
    }

    static class Begins {
        static int set = Integer.parseInt("1");
    }

    public static void main(String[] arguments) throws Exception {
        Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Object unsafe = field.get(null);
        boolean before = arguments.length == 0 && asked(unsafe, Plain.class);
        Thread other = new Thread(() -> v++);
        other.start();
        v++;
        other.join();
        if (arguments.length > 0) {
            before = v == 2 || asked(unsafe, Begins.class) && asked(unsafe, Plain.class);
        }
        new Plain();
        System.out.println(before + " " + v);
    }

    private static boolean asked(Object unsafe, Class<?> type) throws Exception {
        Method method;
        try {
            method = unsafe.getClass().getMethod("shouldBeInitialized", Class.class);
        } catch (NoSuchMethodException e) {
            return true;
        }
        return (boolean) method.invoke(unsafe, type);
    }
}
