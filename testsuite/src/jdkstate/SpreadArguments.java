import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * A method is given its arguments in an array, which another thread changes: its elements are read one by one before
 * the method begins, and the method itself reads the first one again, while the array belongs to everybody.
 *
 * <p>The other thread writes 2 to the first element and then to the second one, which were 1. Printed: the two
 * arguments and what the method reads, then the elements once the method is over, both as main reads them. With the
 * five reads in this order, and the first write before one of them (or after all), the second write before the same or
 * a later one: {@code 222-22 212-22 212-21}, {@code 122-22 112-22 112-21} (also if the first write is between the
 * second argument and the read of the method), {@code 111-22 111-21}, {@code 111-12 111-11}.
 */
public class SpreadArguments {
    static final Object[] SHARED = {1, 1};
    static String seen;

    public SpreadArguments(Object first, Object second) {
        take(first, second);
    }

    static void take(Object first, Object second) {
        seen = first + "" + second + SHARED[0];
    }

    public static void main(String[] args) throws Throwable {
        Method method = SpreadArguments.class.getDeclaredMethod("take", Object.class, Object.class);
        Constructor<?> constructor = SpreadArguments.class.getConstructor(Object.class, Object.class);
        MethodType type = MethodType.methodType(void.class, Object.class, Object.class);
        MethodHandle handle = MethodHandles.lookup().findStatic(SpreadArguments.class, "take", type);
        MethodHandle spreader = handle.asSpreader(Object[].class, 2);
        Thread writer = new Thread(() -> {
            SHARED[0] = 2;
            SHARED[1] = 2;
        });
        writer.start();
        switch (args[0]) {
            case "method" -> method.invoke(null, SHARED);
            case "constructor" -> constructor.newInstance(SHARED);
            case "handle" -> handle.invokeWithArguments(SHARED);
            case "list" -> handle.invokeWithArguments(Arrays.asList(SHARED));
            case "spreader" -> spreader.invoke(SHARED);
            default -> spreader.invokeExact(SHARED);
        }
        String then = SHARED[0] + "" + SHARED[1];
        writer.join();
        System.out.println(seen + "-" + then);
    }
}
