import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/**
 * A thread writes twice to a stream while it holds its monitor, and then once to another stream. Main asks for the
 * size of the first by reflection,
 * and then for that of the second through a method handle.
 *
 * Possible: 0 0, 0 1, 2 0, 2 1. The size of the first is never 1, as its method takes the monitor.
 */
public class ReflectiveStream {
    static final ByteArrayOutputStream locked = new ByteArrayOutputStream();
    static final ByteArrayOutputStream other = new ByteArrayOutputStream();

    public static void main(String[] args) throws Throwable {
        Method size = ByteArrayOutputStream.class.getMethod("size");
        MethodHandle handle = MethodHandles.lookup()
                .findVirtual(ByteArrayOutputStream.class, "size", MethodType.methodType(int.class));
        Thread t = Par.start(() -> {
            synchronized (locked) {
                locked.write(1);
                locked.write(2);
            }
            other.write(3);
        });
        int first = (int) size.invoke(locked);
        int second = (int) handle.invokeExact(other);
        t.join();
        System.out.println(first + " " + second);
    }
}
