import java.util.concurrent.locks.LockSupport;

/**
 * The JVM's {@code interrupt} sets the flag, and then gives the thread a permit.
 *
 * <p>{@code alone}: who has seen the flag, and clears it, finds the permit when it parks, or gets it meanwhile: no deadlock.
 * {@code early}: so it may come back before it is unparked, and print what was not written yet. {@code self}: its own
 * interrupt lets it through one park, the flag through any number, and then nothing but an unpark, if that has not been used up.
 */
public class PermitOfInterrupt {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        switch (args[0]) {
            case "alone": {
                Thread parks = new Thread(() -> {
                    while (!Thread.interrupted()) {
                    }
                    LockSupport.park();
                    System.out.println("back");
                });
                parks.start();
                parks.interrupt();
                parks.join();
                break;
            }
            case "early": {
                Thread parks = new Thread(() -> {
                    while (!Thread.interrupted()) {
                    }
                    LockSupport.park();
                    System.out.println(x);
                });
                parks.start();
                parks.interrupt();
                x = 1;
                LockSupport.unpark(parks);
                parks.join();
                break;
            }
            default: {
                Thread parks = new Thread(() -> {
                    Thread.currentThread().interrupt();
                    LockSupport.park();
                    LockSupport.park();
                    Thread.interrupted();
                    LockSupport.park();
                    System.out.println(x);
                });
                parks.start();
                x = 1;
                LockSupport.unpark(parks);
                parks.join();
            }
        }
    }
}
