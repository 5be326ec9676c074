import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.function.IntUnaryOperator;

/**
 * Elements of an array by method handles: set by {@code arrayElementSetter}, added to by a {@code VarHandle} that was made a method handle, read by
 * an invoker of a {@code VarHandle} and through a proxy.
 *
 * Element 0: 1 is added by each thread, atomically, so it is 2 in the end. Element 1: one thread sets it to 1 after it has added; main reads it after having added.
 * Main sees 0 or 1 there, and then what is in element 0: if it saw 1, both have added.
 *
 * Possible: "0 1", "0 2", "1 2". Always 2 at the end.
 */
public class HandleElements {
    public static void main(String[] args) throws Throwable {
        int[] shared = new int[2];
        VarHandle elements = MethodHandles.arrayElementVarHandle(int[].class);
        MethodHandle add = elements.toMethodHandle(VarHandle.AccessMode.GET_AND_ADD);
        MethodHandle set = MethodHandles.arrayElementSetter(int[].class);
        MethodHandle get = MethodHandles.varHandleInvoker(VarHandle.AccessMode.GET_VOLATILE,
                MethodType.methodType(int.class, int[].class, int.class));
        IntUnaryOperator element = MethodHandleProxies.asInterfaceInstance(IntUnaryOperator.class,
                MethodHandles.arrayElementGetter(int[].class).bindTo(shared));
        Thread t = new Thread(() -> {
            try {
                int before = (int) add.invokeExact(shared, 0, 1);
                set.invokeExact(shared, 1, 1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        int before = (int) add.invokeExact(shared, 0, 1);
        int flag = (int) get.invoke(elements, shared, 1);
        int sum = element.applyAsInt(0);
        t.join();
        if (shared[0] != 2) {
            throw new AssertionError(shared[0]);
        }
        System.out.println(flag + " " + sum);
    }
}
