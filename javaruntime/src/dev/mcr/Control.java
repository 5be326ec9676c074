package dev.mcr;

/** A thread of the program under test, and where it is between two hooks. Touched only by the thread that has the turn. */
final class Control {
    /** No operation is open. */
    static final int NONE = 0;
    /** A read was performed and waits for its value. */
    static final int READ = 1;
    /** The arguments of a call of code that is not rewritten are being collected. */
    static final int CALL = 2;
    /** The captured values of a lambda are being collected. */
    static final int LAMBDA = 3;
    /** As READ and CALL, in code of the JDK. Such code may also run in the middle of an operation of the application (when that
     *  loads a class, say), and must not take that operation for its own. */
    static final int JDK_READ = 4;
    static final int JDK_CALL = 5;

    final Thread thread;
    /** Which of the threads of this execution it is, from 1. */
    final int number;
    /** Name; see {@code ThreadId} in the protocol. */
    final long id;
    /** One of the constants. */
    int open;
    /** Threads started so far. */
    int children;
    /** Threads made so far, whether started or not. */
    int made;
    /** Who starts it, null for main, and whether that has happened. */
    Control starter;
    boolean started;
    /** Of all threads from main's children down to this one: which of its starter's threads it is, from 1. */
    String path = "";
    /** The exception that has left the thread, which looks for a handler. */
    Throwable uncaught;
    /** Bytes of random numbers asked for so far. */
    long drawn;
    /** Objects named so far. */
    long named;
    /** Hash of everything this thread has learned. */
    long history;
    /** How many static initialisers are running, one inside the other, and the name of the innermost one's class. */
    int initialisers;
    long initialiserKey;
    /** Whether the operations of the innermost one are events. */
    private boolean initialiserTells;
    private boolean[] outerTells = new boolean[4];
    private long[] outerKeys = new long[4];
    private int[] outerOpen = new int[4];
    final ClassInit.Stack inits = new ClassInit.Stack();
    /** Time that this thread believes to have passed, in nanoseconds. */
    long time;
    /** Whether it waits in a loop. */
    final Rounds rounds = new Rounds();
    /** The location of the read that is open. */
    long reading;
    /** Place of the last call, for operations that JDK code performs. */
    int callSite;
    /** The call or lambda being collected. */
    int collectSite;
    Object receiver;
    long argumentHash;
    /** The {@code Field}, {@code VarHandle} or {@code Unsafe} through which an access is being made, with the arguments so far;
     *  primitive ones boxed. */
    Object accessor;
    private final Object[] arguments = new Object[8];
    private int argumentCount;
    boolean collectedAny;
    /** Objects are being named that other threads can reach already: what they contain is there from the start, and what
     *  they are called says on what that depends. */
    boolean namesShared;
    /** The version of an argument whose class is not rewritten; 0 if there is none so far. */
    long argumentGroup;
    /** Whether the static method being called may hand on what it is given, and has been given something. */
    byte handsOn;
    static final byte MAY = 1, GIVEN = 2;
    /** The location of state behind the static method being called; 0 if it has none. */
    long staticState;
    /** The weak compare-and-set being called is to fail. */
    Disturbance disturbance;
    /** Calls of code that is not rewritten, innermost first. */
    OpaqueCall opaqueCalls;
    /** Arrays among the arguments being collected. */
    Object[] arrays = new Object[4];
    int arrayCount;
    /** Objects that have a name but whose contents have not been reported yet; a queue. */
    private Object[] unreported = new Object[8];
    private int unreportedHead;
    private int unreportedTail;
    /** The receiver whose monitor was entered before the call of a synchronized JDK method. */
    Object entered;
    /** What it has written and what has not arrived yet. */
    final StoreBuffers.Buffer buffer = new StoreBuffers.Buffer();
    final Fences.Since since = new Fences.Since();
    /** It has done nothing yet, and somebody may have interrupted it before its start ({@link Interrupts#begins}). */
    boolean mayBeInterruptedEarly;
    final EarlyWrites early = new EarlyWrites();
    /** Set once a hook has thrown {@link Stop}. */
    boolean stopping;

    Control(Thread thread, long id, int number) {
        this.thread = thread;
        this.number = number;
        this.id = id;
        this.history = id;
    }

    /** What this thread does is more than looking. In a static initialiser that tells nothing it is nobody's: any thread may run that. */
    void changes() {
        if (!isSilent()) {
            rounds.clear();
        }
    }

    /** Threads of which this one has learned that they have seenStarted. */
    private IdentityMap seenStarted;

    boolean knowsStarted(Thread thread) {
        return seenStarted != null && seenStarted.get(thread) != null;
    }

    void learnsStarted(Thread thread) {
        if (seenStarted == null) {
            seenStarted = new IdentityMap();
        }
        seenStarted.put(thread, thread);
    }

    /** How many objects of a class of the JDK have been asked for their hash code. */
    private IdentityMap hashed;

    /** Counts one more object of a class of the JDK that is asked for its hash code. */
    int hashed(ClassInfo info) {
        if (hashed == null) {
            hashed = new IdentityMap();
        }
        int[] count = (int[]) hashed.get(info);
        if (count == null) {
            count = new int[1];
            hashed.put(info, count);
        }
        return ++count[0];
    }

    /** Places where waiting has ended for no reason; that does not happen again there. */
    private final java.util.BitSet spurious = new java.util.BitSet(0);

    /** Whether waiting at this place may end for no reason: only once, or a thread that waits in a loop would never come to an end. */
    boolean mayBeSpurious(int site) {
        return !spurious.get(site);
    }

    void wasSpurious(int site) {
        spurious.set(site);
    }

    void enterInitialiser(long key) {
        if (initialisers == outerKeys.length) {
            outerKeys = Copies.of(outerKeys, initialisers * 2);
            outerOpen = Copies.of(outerOpen, initialisers * 2);
            outerTells = Copies.of(outerTells, initialisers * 2);
        }
        outerKeys[initialisers] = initialiserKey;
        outerTells[initialisers] = initialiserTells;
        outerOpen[initialisers++] = open;
        initialiserKey = key;
        initialiserTells = Initialisation.tells(key);
        open = NONE;
    }

    void leaveInitialiser() {
        if (initialisers > 0) {
            initialiserKey = outerKeys[--initialisers];
            initialiserTells = outerTells[initialisers];
            open = outerOpen[initialisers];
        }
    }

    /** Whether a static initialiser is running whose operations are no events: see {@link Initialisation}. */
    boolean isSilent() {
        return initialisers > 0 && !initialiserTells;
    }

    /** Whether the initialiser of this class is running in this thread. */
    boolean initialises(long key) {
        if (initialiserKey == key) {
            return initialisers > 0;
        }
        for (int i = 1; i < initialisers; i++) {
            if (outerKeys[i] == key) {
                return true;
            }
        }
        return false;
    }

    /** What the running initialisers do has to be events. */
    void initialiserTells() {
        if (isSilent()) {
            initialiserTells = true;
            Initialisation.tell(initialiserKey);
            for (int i = 1; i < initialisers; i++) {
                outerTells[i] = true;
                Initialisation.tell(outerKeys[i]);
            }
        }
    }

    void unreported(Object object) {
        if (unreportedTail == unreported.length) {
            unreported = Copies.of(unreported, unreported.length * 2);
        }
        unreported[unreportedTail++] = object;
    }

    /** The next object whose contents have to be reported, or null. */
    Object takeUnreported() {
        if (unreportedHead == unreportedTail) {
            unreportedHead = unreportedTail = 0;
            return null;
        }
        Object object = unreported[unreportedHead];
        unreported[unreportedHead++] = null;
        return object;
    }

    boolean hasUnreported() {
        return unreportedHead != unreportedTail;
    }

    void collectArgument(Object argument) {
        if (argumentCount < arguments.length) {
            arguments[argumentCount++] = argument;
        }
    }

    /** The arguments collected for an accessor. */
    Object[] takeArguments() {
        Object[] taken = new Object[argumentCount];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = arguments[i];
            arguments[i] = null;
        }
        argumentCount = 0;
        return taken;
    }

    /** Arguments are collected for this accessor. */
    void openAccessor(Object accessor) {
        this.accessor = accessor;
        argumentCount = 0;
    }

    void collectArray(Object array) {
        if (arrayCount == arrays.length) {
            arrays = Copies.of(arrays, arrayCount * 2);
        }
        arrays[arrayCount++] = array;
    }

    /** Takes note of something the thread has learned. */
    void learn(long value) {
        history = Hash.mix(history, value);
    }

    /** A call of code that is not rewritten. */
    static final class OpaqueCall {
        final int site;
        /** Whether what it returns may be known to other threads. */
        final boolean shares;
        /** The version that an object which comes out of the call shares with one that went in; 0 for none. */
        final long group;
        /** The arrays it was handed. */
        final Object[] arrays;
        /** What was read of them, which is what the call finds in them. */
        final Object[] copies;
        /** What they contained when the call began, if other threads have changed them while they were read. */
        Object[] contents;
        /** Of a call that copies an object: the values of its fields as they were read; else null. */
        Object[] fields;
        /** It copies an object that nobody else can reach. */
        boolean clones;
        final OpaqueCall outer;

        OpaqueCall(int site, boolean shares, long group, Object[] arrays, Object[] copies, OpaqueCall outer) {
            this.site = site;
            this.shares = shares;
            this.group = group;
            this.arrays = arrays;
            this.copies = copies;
            // A call that came to no end, because of an exception, is not waited for.
            this.outer = outer != null && outer.site == site ? outer.outer : outer;
        }
    }
}
