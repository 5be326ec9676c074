import org.apache.tomcat.util.threads.LimitLatch;

/**
 * The latch by which a connector limits its connections, here to one: three threads count up, do something and count
 * down.
 *
 * <p>At most one should be in between, no addition is lost, and nobody should be left waiting. But somebody may be:
 * {@code tryAcquireShared} adds one first, and takes it back if that is more than the limit (LimitLatch.java:45, 52).
 * In between the latch looks full to others. So when main has counted down already, and nobody waited yet, one and two
 * may each find the addition of the other, take back their own, and wait: the last look of the first in the queue comes
 * while the other has added, and only the first looks again. Nobody is in between then, so nobody counts down any
 * more and wakes them up.
 *
 * <p>It is no other bug: the queue is the JDK's, which promises to wake the first up when somebody counts down, and
 * nobody does any more. No number of this bug is known here. It does harm only where several threads count up: the
 * connectors of this version have one thread that accepts.
 *
 * @violation deadlock LimitLatch.java:122
 * @outcome [deadlock]
 * @outcome 3 0
 */
public class TomcatLatch {
    static int served;

    static void serve(LimitLatch latch) {
        try {
            latch.countUpOrAwait();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        served++;
        latch.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        LimitLatch latch = new LimitLatch(1);
        Thread one = new Thread(() -> serve(latch), "one");
        Thread two = new Thread(() -> serve(latch), "two");
        one.start();
        two.start();
        serve(latch);
        one.join();
        two.join();
        System.out.println(served + " " + latch.getCount());
    }
}
