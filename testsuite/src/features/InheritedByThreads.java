import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CountDownLatch;

/**
 * A new thread has the priority and the context class loader of the thread that makes it, which another one sets
 * meanwhile: each is seen as it was or as it is set.
 *
 * <p>{@code both}: it gets its priority first, and then the loader; both may be set in between, so it may have any of the two
 * priorities with any of the two loaders.
 *
 * <p>{@code running}: a thread asks for its own priority while main sets it; {@code ended}: up to JDK 18 one that has
 * ended keeps the priority that it had.
 */
public class InheritedByThreads {
    private static final Runnable NOTHING = () -> { };

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "priority": {
                Thread maker = new Thread(() -> System.out.println(new Thread(NOTHING).getPriority()));
                both(maker, () -> maker.setPriority(7));
                break;
            }
            case "loader": {
                ClassLoader other = new URLClassLoader(new URL[0]);
                Thread maker = new Thread(() ->
                        System.out.println(new Thread(NOTHING).getContextClassLoader() == other ? "other" : "same"));
                both(maker, () -> maker.setContextClassLoader(other));
                break;
            }
            case "both": {
                Thread maker = new Thread(() -> {
                    Thread made = new Thread(NOTHING);
                    System.out.println(made.getPriority() + " " + (made.getContextClassLoader() == null));
                });
                both(maker, () -> {
                    maker.setPriority(8);
                    maker.setContextClassLoader(null);
                });
                break;
            }
            case "main": {
                Thread main = Thread.currentThread();
                Thread setter = new Thread(() -> main.setPriority(3));
                setter.start();
                System.out.println(new Thread(NOTHING).getPriority());
                setter.join();
                break;
            }
            case "running":
                running();
                break;
            default:
                ended();
        }
    }

    private static void both(Thread maker, Runnable set) throws InterruptedException {
        Thread setter = new Thread(set);
        setter.start();
        maker.start();
        maker.join();
        setter.join();
    }

    private static void running() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        int[] own = new int[1];
        Thread thread = new Thread(() -> {
            own[0] = Thread.currentThread().getPriority();
            try {
                asked.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        thread.setPriority(7);
        int seen = thread.getPriority();
        asked.countDown();
        thread.join();
        System.out.println(own[0] + " " + seen);
    }

    private static void ended() throws InterruptedException {
        Thread thread = new Thread(NOTHING);
        thread.start();
        thread.join();
        thread.setPriority(7);
        System.out.println(thread.getPriority() == (Runtime.version().feature() < 19 ? 5 : 7));
    }
}
