import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/**
 * Methods that a class of the program has inherited from one of the JDK are called by reflection, through a handle that
 * names the JDK's class, through one that is bound when it is looked up, and through one that is bound later. The other
 * thread writes one byte at some time. Outcomes: the size is 0 up to then and 1 from then on.
 */
public class InheritedByHandle {
    static class Bytes extends ByteArrayOutputStream {}

    static String sizes = "";

    public static void main(String[] args) throws Throwable {
        Bytes bytes = new Bytes();
        Method method = Bytes.class.getMethod("size");
        MethodType type = MethodType.methodType(int.class);
        MethodHandle named = MethodHandles.lookup().findVirtual(ByteArrayOutputStream.class, "size", type);
        MethodHandle bound = MethodHandles.lookup().bind(bytes, "size", type);
        MethodHandle boundLater = named.bindTo(bytes);
        Thread t = new Thread(() -> bytes.write(1));
        t.start();
        sizes += method.invoke(bytes);
        sizes += (int) named.invoke((ByteArrayOutputStream) bytes);
        sizes += (int) bound.invokeExact();
        sizes += (int) boundLater.invoke();
        t.join();
        System.out.println(sizes);
    }
}
