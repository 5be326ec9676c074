import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/**
 * A thread holds the monitor of a stream (or exception), and the other calls a method through a handle or by reflection
 * which takes that monitor.
 *
 * Possible: 0 0, 0 1, 0 2, 1 2, 2 2. Who has read 1 has found the monitor held, and comes back when it is 2; who has
 * read 0 may come back before the block, in the middle of it, or after it. With "free" the method takes no monitor: 1 1
 * as well. With "sometimes" it depends on a test, so the report says that the monitor is not covered.
 */
public class LockedByHandle {
    static volatile int x;
    static int before;
    static int after;

    static class Bytes extends ByteArrayOutputStream { }

    interface Call {
        void make() throws Throwable;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType type = MethodType.methodType(void.class, int.class);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        MethodHandle write = lookup.findVirtual(OutputStream.class, "write", type);
        switch (args[0]) {
            case "direct" -> run(bytes, () -> {
                write.invokeExact((OutputStream) bytes, 65);
            });
            case "list" -> run(bytes, () -> write.invokeWithArguments(bytes, 65));
            case "bound" -> {
                MethodHandle bound = lookup.bind(bytes, "write", type);
                run(bytes, () -> bound.invoke((byte) 65));
            }
            case "adapted" -> {
                MethodHandle swapped = MethodHandles.permuteArguments(write,
                        MethodType.methodType(void.class, int.class, OutputStream.class), 1, 0);
                MethodHandle adapted =
                        MethodHandles.insertArguments(MethodHandles.dropArguments(swapped, 0, String.class), 1, 65);
                MethodHandle invoker = MethodHandles.invoker(adapted.type());
                run(bytes, () -> invoker.invoke(adapted, "unused", bytes));
            }
            case "free" -> {
                MethodHandle close =
                        lookup.findVirtual(OutputStream.class, "close", MethodType.methodType(void.class));
                run(bytes, () -> close.invoke(bytes));
            }
            case "sometimes" -> {
                MethodHandle always = MethodHandles.dropArguments(
                        MethodHandles.constant(boolean.class, true), 0, OutputStream.class);
                MethodHandle sometimes = MethodHandles.guardWithTest(always, write, MethodHandles.empty(write.type()));
                run(bytes, () -> sometimes.invoke(bytes, 65));
            }
            case "subclass" -> {
                Bytes sub = new Bytes();
                Method size = ByteArrayOutputStream.class.getMethod("size");
                run(sub, () -> size.invoke(sub));
            }
            default -> {
                Exception exception = new Exception();
                MethodHandle suppressed = lookup.findVirtual(
                        Throwable.class, "addSuppressed", MethodType.methodType(void.class, Throwable.class));
                run(exception, () -> suppressed.invoke(exception, new Exception()));
            }
        }
        System.out.println(before + " " + after);
    }

    private static void run(Object monitor, Call call) throws InterruptedException {
        Par.run(() -> {
            synchronized (monitor) {
                x = 1;
                x = 2;
            }
        }, () -> {
            before = x;
            try {
                call.make();
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
            after = x;
        });
    }
}
