import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;

/**
 * Two threads write and read fields by method handles only: found by name, made of a {@code Field}, bound, invoked with a list of
 * arguments. One thread writes {@code first}, then {@code second}; the other one reads them in the opposite order.
 *
 * Possible, (second, first): "0 0", "0 1", "1 1".
 */
public class HandleAccessors {
    int first;
    static int second;

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Field field = HandleAccessors.class.getDeclaredField("first");
        HandleAccessors shared = new HandleAccessors();
        MethodHandle setFirst = lookup.findSetter(HandleAccessors.class, "first", int.class).bindTo(shared);
        MethodHandle getFirst = lookup.unreflectGetter(field);
        MethodHandle setSecond = lookup.findStaticSetter(HandleAccessors.class, "second", int.class);
        MethodHandle getSecond = lookup.findStaticGetter(HandleAccessors.class, "second", int.class);
        Thread t = new Thread(() -> {
            try {
                setFirst.invokeExact(1);
                setSecond.invokeWithArguments(1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        int b = (int) getSecond.invokeExact();
        int a = (int) getFirst.invoke(shared);
        t.join();
        System.out.println(b + " " + a);
    }
}
