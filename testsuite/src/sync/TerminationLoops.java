import java.lang.ref.Reference;
import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Main waits in a loop until a pool has ended ({@code pool}; it sleeps in between, so that it looks at its interrupt flag,
 * since a pool that is shut down interrupts its workers; {@code wrapped}: it asks an object that nobody else has), or until a thread has done something, and keeps an object from
 * being collected meanwhile ({@code fence}). Both loops do nothing but look, and end when there is something to see.
 */
public class TerminationLoops {
    static volatile int done;

    public static void main(String[] args) throws InterruptedException {
        if (!args[0].equals("fence")) {
            ExecutorService pool = Executors.newFixedThreadPool(1);
            if (args[0].equals("wrapped")) {
                pool = Executors.unconfigurableExecutorService(pool);
            }
            pool.execute(() -> done++);
            pool.shutdown();
            while (!pool.isTerminated()) {
                Thread.sleep(10);
            }
        } else {
            AtomicBoolean flag = new AtomicBoolean();
            Thread thread = new Thread(() -> {
                done++;
                flag.set(true);
            });
            thread.start();
            Object kept = new Object();
            while (!isSet(flag, kept)) {
            }
            thread.join();
        }
        System.out.println(done);
    }

    private static boolean isSet(AtomicBoolean flag, Object kept) {
        try {
            return flag.get();
        } finally {
            Reference.reachabilityFence(kept);
        }
    }
}
