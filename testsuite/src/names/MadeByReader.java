import java.io.File;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What a thread has read decides what it makes, and hands on: a thread that is given this or that to begin with, a proxy
 * or a thread local with this or that function behind it, a logger, an annotation. Another thread finds out what it is,
 * but only if it has read `y` as 1.
 *
 * Main reads `x`, which another thread sets to 1 meanwhile, makes the object, and hands it on; `y` becomes 1 after that.
 * So who looks at the object if `y` is 1 may print what was made for 0, or for 1, or else `-`. All three are possible.
 * A thread that is a daemon may also print nothing, when everything else has ended.
 */
public class MadeByReader {
    static volatile int x;
    static volatile int y;
    static volatile Object made;
    static final InheritableThreadLocal<Integer> INHERITED = new InheritableThreadLocal<>();

    @Retention(RetentionPolicy.RUNTIME)
    @interface Number {
        int value();
    }

    @Number(0)
    static class Zero {}

    @Number(1)
    static class One {}

    static class Numbered extends Level {
        Numbered(int number) {
            super("numbered", number);
        }
    }

    static class Path extends File {
        Path(int number) {
            super("" + number);
        }
    }

    static class Group extends ThreadGroup {
        Group(int number) {
            super("" + number);
        }
    }

    interface Asked {
        Object ask() throws Exception;
    }

    static Thread start(Runnable runnable) {
        Thread thread = new Thread(runnable);
        thread.start();
        return thread;
    }

    /** Prints what it finds if it comes late. */
    static void look(Asked asked) {
        try {
            System.out.println(y == 1 ? asked.ask() : "-");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static Thread looker(Asked asked) {
        return new Thread(() -> look(asked));
    }

    public static void main(String[] args) throws Exception {
        start(() -> x = 1);
        int k = x;
        Thread looker;
        switch (args[0]) {
            case "local":
                INHERITED.set(k);
                looker = looker(INHERITED::get);
                break;
            case "daemon":
                looker = looker(() -> Thread.currentThread().isDaemon());
                looker.setDaemon(k == 1);
                break;
            case "group":
                ThreadGroup group = new ThreadGroup("g" + k);
                looker = new Thread(group, () -> look(() -> Thread.currentThread().getThreadGroup().getName()));
                break;
            case "priority":
                Thread.currentThread().setPriority(k == 1 ? 7 : 5);
                looker = looker(() -> Thread.currentThread().getPriority());
                break;
            case "loader":
                if (k == 1) {
                    Thread.currentThread().setContextClassLoader(null);
                }
                looker = looker(() -> Thread.currentThread().getContextClassLoader() == null);
                break;
            case "handler":
                looker = looker(() -> Thread.currentThread().getUncaughtExceptionHandler() instanceof ThreadGroup);
                if (k == 1) {
                    Thread self = looker;
                    looker.setUncaughtExceptionHandler((thread, thrown) -> System.out.println(self));
                }
                break;
            case "other":
                Thread other = new Thread();
                other.setDaemon(k == 1);
                made = other;
                looker = looker(() -> ((Thread) made).isDaemon());
                break;
            case "target":
                made = new Thread(() -> System.out.println(k));
                looker = new Thread(() -> {
                    if (y == 1) {
                        ((Thread) made).run();
                    } else {
                        System.out.println("-");
                    }
                });
                break;
            case "targetStarted":
                made = new Thread(() -> look(() -> k));
                looker = new Thread(() -> ((Thread) made).start());
                break;
            case "proxy":
                made = Proxy.newProxyInstance(MadeByReader.class.getClassLoader(), new Class<?>[] {Callable.class},
                        (proxy, method, arguments) -> k);
                looker = looker(() -> ((Callable<?>) made).call());
                break;
            case "handle":
                made = MethodHandleProxies.asInterfaceInstance(IntSupplier.class, MethodHandles.constant(int.class, k));
                looker = looker(() -> ((IntSupplier) made).getAsInt());
                break;
            case "level":
                made = new Numbered(k);
                looker = looker(() -> ((Level) made).intValue());
                break;
            case "file":
                made = new Path(k);
                looker = looker(() -> ((File) made).getName());
                break;
            case "groupOfOwn":
                made = new Group(k);
                looker = looker(() -> ((ThreadGroup) made).getName());
                break;
            case "logger":
                made = Logger.getLogger("" + k);
                looker = looker(() -> ((Logger) made).getName());
                break;
            case "systemLogger":
                made = System.getLogger("" + k);
                looker = looker(() -> ((System.Logger) made).getName());
                break;
            case "annotation":
                made = (k == 0 ? Zero.class : One.class).getAnnotations()[0];
                looker = looker(() -> ((Number) made).value());
                break;
            default:
                made = ThreadLocal.withInitial(() -> k);
                looker = looker(() -> ((ThreadLocal<?>) made).get());
        }
        looker.start();
        start(() -> y = 1);
    }
}
