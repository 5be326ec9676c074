import java.util.concurrent.locks.LockSupport;

/**
 * What the JDK does otherwise for virtual threads than for those of the system. {@code join}: the end is a latch, so who is interrupted after it, and has not looked yet, may throw all the same.
 * {@code early}: a permit that was given before the start is kept. {@code races}: whether main starts it before or after. {@code twice}: two threads give three. {@code slept}: a sleep leaves a permit, since it may have lost one.
 * {@code awoken}: one that is interrupted does so if it had begun, and else the interrupt has left one. {@code monitor}: to join takes no monitor.
 */
public class VirtualSignals {
    static String outcome;
    static volatile boolean given;

    public static void main(String[] args) throws InterruptedException {
        switch (args[0]) {
            case "join" -> join();
            case "early" -> early();
            case "races" -> races();
            case "twice" -> twice();
            case "slept" -> slept();
            case "awoken" -> awoken();
            default -> monitor();
        }
        System.out.println(outcome);
    }

    private static void join() throws InterruptedException {
        Thread joined = Thread.ofVirtual().start(() -> { });
        Thread waits = Thread.ofPlatform().start(() -> {
            try {
                joined.join();
                outcome = "joined";
            } catch (InterruptedException e) {
                outcome = "interrupted " + joined.isAlive();
            }
        });
        joined.join();
        waits.interrupt();
        waits.join();
    }

    private static void early() throws InterruptedException {
        Thread parks = Thread.ofVirtual().unstarted(() -> {
            LockSupport.park();
            outcome = "parked";
        });
        LockSupport.unpark(parks);
        parks.start();
        parks.join();
    }

    private static void races() throws InterruptedException {
        Thread parks = Thread.ofVirtual().unstarted(() -> {
            LockSupport.park();
            outcome = "parked";
        });
        Thread other = Thread.ofPlatform().start(() -> LockSupport.unpark(parks));
        parks.start();
        parks.join();
        other.join();
    }

    private static void twice() throws InterruptedException {
        Thread[] others = new Thread[2];
        Thread parks = Thread.ofVirtual().unstarted(() -> {
            boolean was = given;
            LockSupport.park();
            outcome = was + " parked";
        });
        others[0] = Thread.ofPlatform().start(() -> {
            LockSupport.unpark(parks);
            given = true;
            LockSupport.unpark(parks);
        });
        others[1] = Thread.ofPlatform().start(() -> LockSupport.unpark(parks));
        parks.start();
        parks.join();
        others[0].join();
        others[1].join();
    }

    private static void slept() throws InterruptedException {
        Thread sleeps = Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(1);
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            LockSupport.park();
            outcome = "parked";
        });
        sleeps.join();
    }

    private static void awoken() throws InterruptedException {
        Thread sleeps = Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(1);
                outcome = "slept";
            } catch (InterruptedException e) {
                long before = System.nanoTime();
                LockSupport.parkNanos(1_000_000);
                outcome = System.nanoTime() - before < 1_000_000 ? "permit" : "none";
            }
        });
        sleeps.interrupt();
        sleeps.join();
    }

    private static void monitor() throws InterruptedException {
        Thread joined = Thread.ofVirtual().unstarted(() -> { });
        synchronized (joined) {
            joined.start();
            Thread other = Thread.ofPlatform().start(() -> {
                try {
                    joined.join();
                    outcome = "joined";
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            other.join();
        }
    }
}
