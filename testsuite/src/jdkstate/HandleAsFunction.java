import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Scanner;
import java.util.function.Supplier;

/**
 * The JDK makes a function of a handle that takes the next word of a scanner; the other thread takes one directly.
 * Outcomes: either order, and whatever a scanner does that two threads use at once: it is not made for that, so the check
 * must say that it has not seen everything.
 */
public class HandleAsFunction {
    static String first, second;

    public static void main(String[] args) throws InterruptedException, ReflectiveOperationException {
        Scanner words = new Scanner("a b");
        Supplier<?> next = MethodHandleProxies.asInterfaceInstance(Supplier.class,
                MethodHandles.lookup().bind(words, "next", MethodType.methodType(String.class)));
        Thread t = new Thread(() -> second = words.next());
        t.start();
        first = (String) next.get();
        t.join();
        System.out.println(first + second);
    }
}
