package stress;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Ref;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.J_Result;

/** Two or three actors add to a counter; who has not locked anything may lose an update under every model. */
public class Counters {
    @JCStressTest
    @Description("Increments of a plain field")
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "SC: one after the other")
    @Outcome(id = "1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "SC: both read 0")
    @State
    public static class Plain {
        int n;

        @Actor public void actor1() { n++; }

        @Actor public void actor2() { n++; }

        @Arbiter public void arbiter(I_Result r) { r.r1 = n; }
    }

    @JCStressTest
    @Description("An increment of a volatile field is two accesses")
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "SC: one after the other")
    @Outcome(id = "1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "SC: both read 0")
    @State
    public static class Volatile {
        volatile int n;

        @Actor public void actor1() { n++; }

        @Actor public void actor2() { n++; }

        @Arbiter public void arbiter(I_Result r) { r.r1 = n; }
    }

    @JCStressTest
    @Description("Here a lost update is a failure of the test")
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "SC: one after the other")
    @Outcome(id = "1", expect = Expect.FORBIDDEN, desc = "SC: the bug that this test shows")
    @State
    public static class LostUpdate {
        int n;

        @Actor public void actor1() { n++; }

        @Actor public void actor2() { n++; }

        @Arbiter public void arbiter(I_Result r) { r.r1 = n; }
    }

    /** What is said of tests that lose nothing. */
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "SC: nothing is lost")
    @Ref("JLS 17.4.5")
    public static class NothingIsLost {}

    @JCStressTest
    @JCStressMeta(NothingIsLost.class)
    @State
    public static class Synchronized {
        int n;

        @Actor public synchronized void actor1() { n++; }

        @Actor public synchronized void actor2() { n++; }

        @Arbiter public void arbiter(I_Result r) { r.r1 = n; }
    }

    @JCStressTest
    @JCStressMeta(NothingIsLost.class)
    @State
    public static class Locked {
        final ReentrantLock lock = new ReentrantLock();
        int n;

        void add() {
            lock.lock();
            try {
                n++;
            } finally {
                lock.unlock();
            }
        }

        @Actor public void actor1() { add(); }

        @Actor public void actor2() { add(); }

        @Arbiter public void arbiter(I_Result r) { r.r1 = n; }
    }

    @JCStressTest
    @JCStressMeta(NothingIsLost.class)
    @State
    public static class Stamped {
        final StampedLock lock = new StampedLock();
        int n;

        void add() {
            long stamp = lock.writeLock();
            n++;
            lock.unlockWrite(stamp);
        }

        @Actor public void actor1() { add(); }

        @Actor public void actor2() { add(); }

        @Arbiter public void arbiter(I_Result r) { r.r1 = n; }
    }

    @JCStressTest
    @JCStressMeta(NothingIsLost.class)
    @State
    public static class Atomic {
        final AtomicInteger n = new AtomicInteger();

        @Actor public void actor1() { n.incrementAndGet(); }

        @Actor public void actor2() { n.getAndAdd(1); }

        @Arbiter public void arbiter(I_Result r) { r.r1 = n.get(); }
    }

    @JCStressTest
    @JCStressMeta(NothingIsLost.class)
    @State
    public static class CompareAndSet {
        final AtomicInteger n = new AtomicInteger();

        void add() {
            int seen;
            do {
                seen = n.get();
            } while (!n.compareAndSet(seen, seen + 1));
        }

        @Actor public void actor1() { add(); }

        @Actor public void actor2() { add(); }

        @Arbiter public void arbiter(I_Result r) { r.r1 = n.get(); }
    }

    @JCStressTest
    @JCStressMeta(NothingIsLost.class)
    @State
    public static class Updater {
        static final AtomicIntegerFieldUpdater<Updater> N = AtomicIntegerFieldUpdater.newUpdater(Updater.class, "n");
        volatile int n;

        @Actor public void actor1() { N.incrementAndGet(this); }

        @Actor public void actor2() { N.addAndGet(this, 1); }

        @Arbiter public void arbiter(I_Result r) { r.r1 = n; }
    }

    @JCStressTest
    @JCStressMeta(NothingIsLost.class)
    @State
    public static class Element {
        final AtomicIntegerArray n = new AtomicIntegerArray(2);

        @Actor public void actor1() { n.incrementAndGet(1); }

        @Actor public void actor2() { n.incrementAndGet(1); }

        @Arbiter public void arbiter(I_Result r) { r.r1 = n.get(1); }
    }

    @JCStressTest
    @Description("What each increment returns is its own place in the order")
    @Outcome(id = {"1, 2, 2", "2, 1, 2"}, expect = Expect.ACCEPTABLE, desc = "SC: one after the other")
    @Outcome(expect = Expect.FORBIDDEN, desc = "never: not atomic")
    @State
    public static class Returned {
        final AtomicInteger n = new AtomicInteger();

        @Actor public void actor1(III_Result r) { r.r1 = n.incrementAndGet(); }

        @Actor public void actor2(III_Result r) { r.r2 = n.incrementAndGet(); }

        @Arbiter public void arbiter(III_Result r) { r.r3 = n.get(); }
    }

    @JCStressTest
    @Description("One of three compare-and-sets of the same value succeeds")
    @Outcome(id = {"1, 0, 0", "0, 1, 0", "0, 0, 1"}, expect = Expect.ACCEPTABLE, desc = "SC: whoever comes first")
    @Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "never: two winners or none")
    public static class OneWinner {
        @State
        public static class Shared {
            final AtomicLong n = new AtomicLong();
        }

        @Actor public void actor1(Shared s, III_Result r) { r.r1 = s.n.compareAndSet(0, 1) ? 1 : 0; }

        @Actor public void actor2(Shared s, III_Result r) { r.r2 = s.n.compareAndSet(0, 2) ? 1 : 0; }

        @Actor public void actor3(Shared s, III_Result r) { r.r3 = s.n.compareAndSet(0, 3) ? 1 : 0; }
    }

    @JCStressTest
    @Description("A long counter, by an adder")
    @Outcome(id = "3", expect = Expect.ACCEPTABLE, desc = "SC: nothing is lost")
    @State
    public static class Adder {
        final LongAdder n = new LongAdder();

        @Actor public void actor1() { n.increment(); }

        @Actor public void actor2() { n.add(2); }

        @Arbiter public void arbiter(J_Result r) { r.r1 = n.sum(); }
    }

    /** What the test below inherits. */
    public abstract static class Base {
        volatile int n;

        int next() {
            n++;
            return n;
        }
    }

    @JCStressTest
    @Description("Fields and methods may be inherited, actors are the test's own")
    @Outcome(id = {"1, 2", "2, 1"}, expect = Expect.ACCEPTABLE, desc = "SC: one after the other")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "SC: both read 0, and what they wrote")
    @Outcome(id = "2, 2", expect = Expect.ACCEPTABLE_INTERESTING, desc = "SC: the second adds before the first reads")
    @State
    public static class Subclass extends Base {
        @Actor public void actor1(II_Result r) { r.r1 = next(); }

        @Actor public void actor2(II_Result r) { r.r2 = next(); }
    }
}
