package stress;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.BB_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.J_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Objects that are handed over, arrays, collections, results of other types than int. */
public class Objects {
    /** An object with a plain field. */
    static final class Cell {
        int value;

        Cell(int value) {
            this.value = value;
        }
    }

    /** An object with a final field. */
    static final class Frozen {
        final int value;

        Frozen(int value) {
            this.value = value;
        }
    }

    @JCStressTest
    @Description("An object is published by a race")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "SC: there is none yet")
    @Outcome(id = "7", expect = Expect.ACCEPTABLE, desc = "SC: it is seen whole")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "PSO: the reference arrives before the field")
    @State
    public static class Published {
        Cell cell;

        @Actor public void actor1() { cell = new Cell(7); }

        @Actor public void actor2(I_Result r) {
            Cell seen = cell;
            r.r1 = seen == null ? -1 : seen.value;
        }
    }

    @JCStressTest
    @Description("A final field is safe")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "SC: there is none yet")
    @Outcome(id = "7", expect = Expect.ACCEPTABLE, desc = "SC: it is seen whole")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "never: the constructor ends with a barrier")
    @State
    public static class Final {
        Frozen cell;

        @Actor public void actor1() { cell = new Frozen(7); }

        @Actor public void actor2(I_Result r) {
            Frozen seen = cell;
            r.r1 = seen == null ? -1 : seen.value;
        }
    }

    @JCStressTest
    @Description("A volatile reference publishes what is behind it")
    @Outcome(id = "-1|7", expect = Expect.ACCEPTABLE, desc = "SC: none yet, or whole")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "never: written before the reference")
    @State
    public static class Safe {
        volatile Cell cell;

        @Actor public void actor1() { cell = new Cell(7); }

        @Actor public void actor2(I_Result r) {
            Cell seen = cell;
            r.r1 = seen == null ? -1 : seen.value;
        }
    }

    @JCStressTest
    @Description("Lazy initialisation, checked twice, without volatile")
    @Outcome(id = "7, 7", expect = Expect.ACCEPTABLE, desc = "SC: both see the object whole")
    @Outcome(id = {"0, 7", "7, 0"}, expect = Expect.ACCEPTABLE_INTERESTING, desc = "PSO: the reference arrives first")
    @State
    public static class CheckedTwice {
        Cell cell;

        int get() {
            Cell seen = cell;
            if (seen == null) {
                synchronized (this) {
                    seen = cell;
                    if (seen == null) {
                        seen = new Cell(7);
                        cell = seen;
                    }
                }
            }
            return seen.value;
        }

        @Actor public void actor1(II_Result r) { r.r1 = get(); }

        @Actor public void actor2(II_Result r) { r.r2 = get(); }
    }

    @JCStressTest
    @Description("Neighbouring bytes do not disturb each other")
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "SC: both are there")
    @State
    public static class Bytes {
        final byte[] bytes = new byte[2];

        @Actor public void actor1() { bytes[0] = 1; }

        @Actor public void actor2() { bytes[1] = 2; }

        @Arbiter public void arbiter(BB_Result r) {
            r.r1 = bytes[0];
            r.r2 = bytes[1];
        }
    }

    @JCStressTest
    @Description("A volatile long is never torn")
    @Outcome(id = {"0", "-1"}, expect = Expect.ACCEPTABLE, desc = "SC: before or after")
    @Outcome(expect = Expect.FORBIDDEN, desc = "never: half of it")
    @State
    public static class Long {
        volatile long n;

        @Actor public void actor1() { n = -1; }

        @Actor public void actor2(J_Result r) { r.r1 = n; }
    }

    @JCStressTest
    @Description("Flags: each says that it comes first, and looks for the other")
    @Outcome(id = {"false, true", "true, false"}, expect = Expect.ACCEPTABLE, desc = "SC: one has got in")
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "SC: nobody has got in")
    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "TSO: both have got in")
    @State
    public static class Flags {
        boolean first;
        boolean second;

        @Actor public void actor1(ZZ_Result r) {
            first = true;
            r.r1 = !second;
        }

        @Actor public void actor2(ZZ_Result r) {
            second = true;
            r.r2 = !first;
        }
    }

    @JCStressTest
    @Description("An exchange hands one object over")
    @Outcome(id = {"none, a", "b, none"}, expect = Expect.ACCEPTABLE, desc = "SC: one after the other")
    @Outcome(expect = Expect.FORBIDDEN, desc = "never: not atomic")
    @State
    public static class Exchanged {
        final AtomicReference<String> place = new AtomicReference<>("none");

        @Actor public void actor1(LL_Result r) { r.r1 = place.getAndSet("a"); }

        @Actor public void actor2(LL_Result r) { r.r2 = place.getAndSet("b"); }
    }

    @JCStressTest
    @Description("Of two that put, one is the first")
    @Outcome(id = {"null, 1", "2, null"}, expect = Expect.ACCEPTABLE, desc = "SC: the second gets what the first put")
    @State
    public static class PutIfAbsent {
        final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();

        @Actor public void actor1(LL_Result r) { r.r1 = map.putIfAbsent("key", 1); }

        @Actor public void actor2(LL_Result r) { r.r2 = map.putIfAbsent("key", 2); }
    }

    @JCStressTest
    @Description("A string is seen whole, however it is published")
    @Outcome(id = {"null", "text7"}, expect = Expect.ACCEPTABLE, desc = "SC: none yet, or whole")
    @Outcome(id = "", expect = Expect.FORBIDDEN, desc = "never: strings have final fields")
    @State
    public static class Text {
        String text;
        final int number = 7;

        @Actor public void actor1() { text = "text" + number; }

        @Actor public void actor2(L_Result r) { r.r1 = text; }
    }

    @JCStressTest
    @Description("An interrupt is seen by who is interrupted")
    @Outcome(id = {"true", "false"}, expect = Expect.ACCEPTABLE, desc = "SC: before or after")
    @State
    public static class Interrupted {
        volatile Thread thread;

        @Actor public void actor1() {
            Thread other = thread;
            if (other != null) {
                other.interrupt();
            }
        }

        @Actor public void actor2(Z_Result r) {
            thread = Thread.currentThread();
            r.r1 = Thread.interrupted();
        }
    }
}
