package mcrtest;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Hooks that count, and that lock where they replace monitors. Prints the counts when the JVM ends. */
public final class Hooks {
    private static final String[] NAMES = {"getField", "getStatic", "putField", "putStatic", "got", "arrayLoad", "arrayStore",
        "monitorEnter", "monitorExit", "syncEnter", "syncExit", "clinitEnter", "clinitExit", "caught", "beginCall",
        "beginStaticCall", "arg", "endArguments", "afterCall", "beginLambda", "endLambda", "recordMethod", "replaced",
        "entry", "guard", "constructed", "enter", "exit", "made", "loopEnter", "loop", "loopEnd", "loopExit", "loopLeft", "unseen", "init"};
    private static final int LOOP = NAMES.length - 7;
    private static final int INIT = NAMES.length - 1;
    private static final int[] COUNTS = new int[NAMES.length];
    private static final Map<Object, ReentrantLock> LOCKS = new IdentityHashMap<>();
    private static final boolean REPLACES = Boolean.getBoolean("mcrtest.replaces");
    /** The hooks of synchronized methods are called without the monitor. */
    private static final boolean ENCLOSES = Boolean.getBoolean("mcrtest.encloses");
    /** From now on, hooks throw in the thread of this name. */
    public static volatile boolean sealed;
    public static final String DOOMED = "doomed";

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            StringBuilder out = new StringBuilder("counts:");
            for (int i = 0; i < NAMES.length; i++) out.append(' ').append(NAMES[i]).append('=').append(COUNTS[i]);
            System.err.println(out);
        }));
    }

    private static synchronized void count(int what) {
        COUNTS[what]++;
        if (sealed && Thread.currentThread().getName().equals(DOOMED)) throw new Error("unwound");
    }
    private static void site(int site) { if (site <= 0) throw new InternalError("site " + site); }

    private static final AtomicInteger CALLS = new AtomicInteger();
    private static final ThreadLocal<int[]> OPEN = ThreadLocal.withInitial(() -> new int[1]);
    private static void open(int from, int to) {
        if (OPEN.get()[0] != from) throw new InternalError("a loop hook out of place");
        OPEN.get()[0] = to;
    }
    public static int loopCall() { return CALLS.incrementAndGet(); }
    private static final AtomicInteger ARRIVALS = new AtomicInteger();

    /** A call of a method that is a scope, with the loops that it is in, the outermost first: head, last instruction, round. */
    private static final class Scope {
        final int call;
        final List<int[]> loops = new ArrayList<>();
        /** The heads that it has come to, each with the loops that it was in. */
        final Set<String> states = new HashSet<>();
        Scope(int call) { this.call = call; }

        void arrive(int head, int last) {
            if (last < head) throw new InternalError("a loop that ends before it begins");
            while (!loops.isEmpty() && (top()[0] > head || top()[1] < last)) {
                if (top()[1] >= head && top()[0] <= last && top()[0] < head) throw new InternalError("loops that overlap");
                loops.remove(loops.size() - 1);
            }
            if (loops.isEmpty() || top()[0] != head) loops.add(new int[] {head, last, 0});
            top()[2]++;
            once("");
        }
        /** Comes to an instruction behind loops. */
        void leave(int index) {
            while (!loops.isEmpty() && (top()[0] > index || top()[1] < index)) loops.remove(loops.size() - 1);
            once(index + " ");
        }
        private void once(String place) {
            StringBuilder state = new StringBuilder(place);
            for (int[] loop : loops) state.append(loop[0]).append(':').append(loop[2]).append(' ');
            if (!states.add(state.toString())) throw new InternalError("twice in the same round: " + state);
        }
        private int[] top() { return loops.get(loops.size() - 1); }
    }
    private static final ThreadLocal<List<Scope>> SCOPES = ThreadLocal.withInitial(ArrayList::new);
    /** Forgets the scopes that have been left without a word, down to this one. */
    private static Scope scope(int call) {
        List<Scope> scopes = SCOPES.get();
        while (!scopes.isEmpty() && scopes.get(scopes.size() - 1).call > call) scopes.remove(scopes.size() - 1);
        if (scopes.isEmpty() || scopes.get(scopes.size() - 1).call != call) throw new InternalError("not in scope " + call);
        return scopes.get(scopes.size() - 1);
    }
    public static int enter() {
        int call = CALLS.incrementAndGet();
        SCOPES.get().add(new Scope(call));
        count(26);
        return call;
    }
    private static void exit(int call, int site) { site(site); scope(call); SCOPES.get().remove(SCOPES.get().size() - 1); count(27); }
    public static void exitI(int value, int call, int site) { exit(call, site); }
    public static void exitJ(long value, int call, int site) { exit(call, site); }
    public static void exitF(float value, int call, int site) { exit(call, site); }
    public static void exitD(double value, int call, int site) { exit(call, site); }
    public static void exitL(Object value, int call, int site) { exit(call, site); }
    public static void exitV(int call, int site) { exit(call, site); }
    public static void made(Object made) { if (made == null) throw new InternalError(); count(28); }

    public static boolean loopEnter(int call, int site, int head, int last) {
        site(site); open(0, 0); if (call <= 0 || call > CALLS.get()) throw new InternalError("call " + call); count(LOOP);
        if (head >= 0) scope(call).arrive(head, last);
        boolean wanted = ARRIVALS.incrementAndGet() % 3 != 0;
        if (wanted) open(0, 1);
        return wanted;
    }
    public static boolean loopExit(int call, int site, int index) {
        site(site); open(0, 0); scope(call).leave(index); count(LOOP + 3);
        boolean wanted = ARRIVALS.incrementAndGet() % 3 != 0;
        if (wanted) open(0, 1);
        return wanted;
    }
    public static void loopLeft(int call, int site, int index) {
        site(site); open(0, 0); scope(call).leave(index); count(LOOP + 4);
    }
    public static void loopI(int value) { open(1, 1); count(LOOP + 1); }
    public static void loopJ(long value) { open(1, 1); count(LOOP + 1); }
    public static void loopF(float value) { open(1, 1); count(LOOP + 1); }
    public static void loopD(double value) { open(1, 1); count(LOOP + 1); }
    public static void loopL(Object value) { open(1, 1); count(LOOP + 1); }
    public static void loopEnd() { open(1, 0); count(LOOP + 2); }
    public static void beforeGetField(Object owner, int site) { site(site); count(0); }
    public static void beforeGetStatic(int site) { site(site); count(1); }
    public static void beforePutFieldI(Object owner, int value, int site) { site(site); count(2); }
    public static void beforePutFieldJ(Object owner, long value, int site) { site(site); count(2); }
    public static void beforePutFieldF(Object owner, float value, int site) { site(site); count(2); }
    public static void beforePutFieldD(Object owner, double value, int site) { site(site); count(2); }
    public static void beforePutFieldL(Object owner, Object value, int site) { site(site); count(2); }
    public static void beforePutStaticI(int value, int site) { site(site); count(3); }
    public static void beforePutStaticJ(long value, int site) { site(site); count(3); }
    public static void beforePutStaticF(float value, int site) { site(site); count(3); }
    public static void beforePutStaticD(double value, int site) { site(site); count(3); }
    public static void beforePutStaticL(Object value, int site) { site(site); count(3); }
    public static void gotI(int value) { count(4); }
    public static void gotJ(long value) { count(4); }
    public static void gotF(float value) { count(4); }
    public static void gotD(double value) { count(4); }
    public static void gotL(Object value) { count(4); }
    public static void beforeArrayLoad(Object array, int index, int site) { site(site); count(5); }
    public static void beforeArrayStoreI(Object array, int index, int value, int site) { site(site); count(6); }
    public static void beforeArrayStoreJ(Object array, int index, long value, int site) { site(site); count(6); }
    public static void beforeArrayStoreF(Object array, int index, float value, int site) { site(site); count(6); }
    public static void beforeArrayStoreD(Object array, int index, double value, int site) { site(site); count(6); }
    public static void beforeArrayStoreL(Object array, int index, Object value, int site) { site(site); count(6); }

    private static ReentrantLock lock(Object of) {
        synchronized (LOCKS) { return LOCKS.computeIfAbsent(of, key -> new ReentrantLock()); }
    }
    private static void acquire(Object of, boolean instruction) {
        if (of == null) throw new NullPointerException("lock");
        if (REPLACES) lock(of).lock();
        else if (!instruction && !Thread.holdsLock(of)) throw new InternalError("monitor is not held");
    }
    private static void release(Object of) {
        if (of == null) throw new NullPointerException("lock");
        if (REPLACES) lock(of).unlock();
        else if (!Thread.holdsLock(of)) throw new InternalError("monitor is not held");
    }
    public static void monitorEnter(Object lock, int site) { site(site); acquire(lock, true); count(7); }
    public static void monitorExit(Object lock, int site) { site(site); release(lock); count(8); }
    public static void syncEnter(Object lock, int site) { site(site); acquire(lock, ENCLOSES); count(9); }
    public static void syncExit(Object lock, int site) { site(site); if (!ENCLOSES) release(lock); count(10); }
    /** Whether a replaced lock of this object is held. */
    public static boolean holds(Object of) {
        return REPLACES ? lock(of).isHeldByCurrentThread() : Thread.holdsLock(of);
    }
    public static void beforeInit(Class<?> type, int site) { site(site); if (type == null) throw new InternalError(); count(INIT); }
    public static void linksForGood(int site) { }
    public static void clinitEnter(int site) { site(site); count(11); }
    public static void clinitExit() { count(12); }
    public static void constructed(Object made, int site) { site(site); if (made == null) throw new InternalError(); count(25); }
    public static void caught(Throwable what) { if (what == null) throw new InternalError(); count(13); }
    public static void beginCall(Object receiver, int site) { site(site); count(14); }
    public static void beginStaticCall(int site) { site(site); count(15); }
    public static void argI(int value) { count(16); }
    public static void argJ(long value) { count(16); }
    public static void argF(float value) { count(16); }
    public static void argD(double value) { count(16); }
    public static void argL(Object value) { count(16); }
    public static void endArguments() { count(17); }
    public static void result(Object value, int site) { site(site); }
    public static void afterCall(int site) { site(site); count(18); }
    public static void beginLambda(int site) { site(site); count(19); }
    public static void endLambda(Object lambda) { if (lambda == null) throw new InternalError(); count(20); }
    public static void beforeRecordMethod(Object record, int site) { site(site); count(21); }

    public static int loadByte(Object array, int index) {
        return array instanceof boolean[] ? ((boolean[]) array)[index] ? 1 : 0 : ((byte[]) array)[index];
    }
    public static void storeByte(Object array, int index, int value) {
        if (array instanceof boolean[]) ((boolean[]) array)[index] = (value & 1) != 0;
        else ((byte[]) array)[index] = (byte) value;
    }
    public static void unseen(int site) { site(site); count(INIT - 1); }

    // Replacements of calls; see tests/programs.rs.
    public static Object cloneArray(Object array, int site) { site(site); count(22); return ((int[]) array).clone(); }
    public static long replacedLong(Object receiver, int a, long b, String c, double d, int site) {
        site(site); count(22); return 1000 + a + b + c.length() + (long) d;
    }
    public static void replacedStatic(long a, int site) { site(site); count(22); System.out.println("replaced " + a); }

    // Hooks at the starts of methods.
    public static void entryPlain(Object self, int a, long b, String c, double d) {
        count(23); System.out.println("entry " + (self != null) + a + b + c + d);
    }
    public static void entryStatic(int a) { count(23); }
    public static void entryConstructor(int a) { count(23); }
    public static boolean guardLoop(Object self, int a) { count(24); return a < 0; }
    public static boolean guardStatic(long a) { count(24); return a < 0; }
    public static boolean guardSynchronized(Object self, int a) { count(24); return a < 0; }
    public static void calls(int site) { site(site); }
    public static void calls(Object receiver, int site) { site(site); }
    public static void begins() { }
    public static void returns(int site) { site(site); }
    public static void withI(int value) { }
    public static void givesI(int value) { }
    public static void withJ(long value) { }
    public static void givesJ(long value) { }
    public static void withF(float value) { }
    public static void givesF(float value) { }
    public static void withD(double value) { }
    public static void givesD(double value) { }
    public static void withL(Object value) { }
    public static void givesL(Object value) { }
}
