import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/**
 * A thread's monitor is taken by {@code start}, {@code setName} and {@code join} of that thread. While one holds it, the
 * other can neither start the thread nor name it, nor come back from {@code join}.
 *
 * Through a handle or by reflection they do the same.
 *
 * Possible, of "start" and "join": 0 0, 0 1, 0 2, 1 2, 2 2. Who has read 1 has found the monitor held, and comes back when
 * it is 2; who has read 0 may come back before the block, in the middle of it, or after it. Of "name": twice the same
 * letter, as the name changes before or after the block.
 */
public class LockedThread {
    static volatile int x;
    static int before;
    static int after;
    static String names;

    interface Call {
        void make(Thread thread) throws Throwable;
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "start" -> start(Thread::start);
            case "startByHandle" -> {
                MethodHandle start = MethodHandles.lookup()
                        .findVirtual(Thread.class, "start", MethodType.methodType(void.class));
                start(thread -> {
                    start.invokeExact(thread);
                });
            }
            case "name" -> name(thread -> thread.setName("z"));
            case "nameByReflection" -> {
                Method setName = Thread.class.getMethod("setName", String.class);
                name(thread -> setName.invoke(thread, "z"));
            }
            case "nameByHandle" -> {
                MethodHandle setName = MethodHandles.lookup().findVirtual(
                        Thread.class, "setName", MethodType.methodType(void.class, String.class));
                name(thread -> setName.invoke(thread, "z"));
            }
            default -> join();
        }
    }

    private static void writeTwice(Thread thread) {
        synchronized (thread) {
            x = 1;
            x = 2;
        }
    }

    private static void make(Call call, Thread thread) {
        try {
            call.make(thread);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static void start(Call call) throws InterruptedException {
        Thread thread = new Thread(() -> after = x);
        Par.run(() -> writeTwice(thread), () -> {
            before = x;
            make(call, thread);
        });
        thread.join();
        System.out.println(before + " " + after);
    }

    private static void name(Call call) throws InterruptedException {
        Thread thread = new Thread(() -> { }, "q");
        Par.run(() -> {
            synchronized (thread) {
                names = thread.getName() + " " + thread.getName();
            }
        }, () -> make(call, thread));
        System.out.println(names);
    }

    private static void join() throws InterruptedException {
        Thread thread = Par.start(() -> { });
        Par.run(() -> writeTwice(thread), () -> {
            before = x;
            thread.join();
            after = x;
        });
        System.out.println(before + " " + after);
    }
}
