package stress;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;

/** Does the actor end after the signal? */
public class Endings {
    /** It does. */
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "SC: it ends")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "never: the signal gets there")
    public static class Ends {}

    @JCStressTest(Mode.Termination)
    @Description("A plain flag. A compiler may read it once, before the loop; in the models every write arrives")
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "SC: it ends")
    @Outcome(id = "STALE", expect = Expect.ACCEPTABLE_INTERESTING, desc = "never: only a compiler makes that of it")
    @State
    public static class PlainFlag {
        boolean ready;

        @Actor public void actor1() {
            while (!ready) {
            }
        }

        @Signal public void signal() { ready = true; }
    }

    @JCStressTest(Mode.Termination)
    @JCStressMeta(Ends.class)
    @State
    public static class VolatileFlag {
        volatile boolean ready;

        @Actor public void actor1() {
            while (!ready) {
                Thread.onSpinWait();
            }
        }

        @Signal public void signal() { ready = true; }
    }

    @JCStressTest(Mode.Termination)
    @Description("A signal that is taken back may be missed")
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "SC: it was seen")
    @Outcome(id = "STALE", expect = Expect.ACCEPTABLE_INTERESTING, desc = "SC: it was missed")
    @State
    public static class TakenBack {
        volatile boolean ready;

        @Actor public void actor1() {
            while (!ready) {
            }
        }

        @Signal public void signal() {
            ready = true;
            ready = false;
        }
    }

    @JCStressTest(Mode.Termination)
    @Description("Who notifies without having changed anything may be too early")
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "SC: it was waiting")
    @Outcome(id = "STALE", expect = Expect.ACCEPTABLE_INTERESTING, desc = "SC: it waits for ever")
    public static class Missed {
        @State
        public static class Shared {}

        @Actor public void actor1(Shared s) throws InterruptedException {
            synchronized (s) {
                s.wait();
            }
        }

        @Signal public void signal(Shared s) {
            synchronized (s) {
                s.notify();
            }
        }
    }

    @JCStressTest(Mode.Termination)
    @JCStressMeta(Ends.class)
    @State
    public static class Notified {
        boolean ready;

        @Actor public synchronized void actor1() throws InterruptedException {
            while (!ready) {
                wait();
            }
        }

        @Signal public synchronized void signal() {
            ready = true;
            notify();
        }
    }

    @JCStressTest(Mode.Termination)
    @JCStressMeta(Ends.class)
    @State
    public static class Counted {
        final CountDownLatch latch = new CountDownLatch(1);

        @Actor public void actor1() throws InterruptedException { latch.await(); }

        @Signal public void signal() { latch.countDown(); }
    }

    @JCStressTest(Mode.Termination)
    @JCStressMeta(Ends.class)
    @State
    public static class Permitted {
        final Semaphore semaphore = new Semaphore(0);

        @Actor public void actor1() throws InterruptedException { semaphore.acquire(); }

        @Signal public void signal() { semaphore.release(); }
    }

    @JCStressTest(Mode.Termination)
    @JCStressMeta(Ends.class)
    @State
    public static class Parked {
        volatile Thread thread;
        volatile boolean ready;

        @Actor public void actor1() {
            thread = Thread.currentThread();
            while (!ready) {
                LockSupport.park();
            }
        }

        @Signal public void signal() {
            ready = true;
            LockSupport.unpark(thread);
        }
    }
}
