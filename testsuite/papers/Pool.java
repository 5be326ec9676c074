import java.util.ArrayDeque;

/**
 * The mistake of commons-pool 1.x that the papers have as Pool: {@code ensureMinIdle} makes an object while another
 * thread borrows one, and the pool has more objects than it may have.
 *
 * <p>The pool may have one object and wants one idle. Both threads look under the lock whether there is room and make
 * the object outside of it. If both look before either has noted its object, there are two: an assertion fails in main.
 * Else there is one. No race: every access is under the lock, or after the threads have ended.
 */
public class Pool {
    static final int MOST = 1;
    static final int LEAST_IDLE = 1;

    private final ArrayDeque<Object> idle = new ArrayDeque<>();
    private int active;

    private synchronized int missing() {
        return Math.min(LEAST_IDLE - idle.size(), MOST - active - idle.size());
    }

    private synchronized void addIdle(Object made) {
        idle.add(made);
    }

    private synchronized Object takeIdle() {
        Object found = idle.poll();
        if (found != null) {
            active++;
        }
        return found;
    }

    private synchronized boolean hasRoom() {
        return active + idle.size() < MOST;
    }

    private synchronized void addActive() {
        active++;
    }

    void ensureMinIdle() {
        if (missing() > 0) {
            addIdle(new Object());
        }
    }

    void borrowObject() {
        if (takeIdle() == null && hasRoom()) {
            addActive();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Pool pool = new Pool();
        Thread evictor = new Thread(pool::ensureMinIdle);
        Thread client = new Thread(pool::borrowObject);
        evictor.start();
        client.start();
        evictor.join();
        client.join();
        int objects = pool.active + pool.idle.size();
        assert objects <= MOST : "the pool has " + objects + " objects";
    }
}
