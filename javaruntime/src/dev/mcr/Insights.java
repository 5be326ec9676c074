package dev.mcr;

/**
 * What shows only while a program runs, and changes which operations are announced: most programs never interrupt a
 * thread, say, so nobody looks at interrupt flags until one does.
 *
 * <p>What was learned before such an insight does not hold: the exploration begins anew, with it. The checker keeps
 * insights, and gives them to a JVM that is to replay an execution.
 */
final class Insights {
    private Insights() {}

    // 0 is the agent's own.
    /** The program asks for something that the models of locks do not have. */
    static final int LOCKS_ARE_SEEN_THROUGH = 1;
    static final int INTERRUPTS = 2;
    /** Somebody asks about a thread that he has not started. */
    static final int STARTS_TELL = 3;
    /** Somebody waits in the wait set of a {@code Thread} object. */
    static final int ENDS_NOTIFY = 4;
    /** A {@code ForkJoinPool} is shut down. */
    static final int POOLS_END = 5;
    /** Somebody waits until a {@code ForkJoinPool} is quiescent. */
    static final int POOLS_ARE_QUIET = 6;
    /** The program sets handlers for exceptions that leave a thread. */
    static final int HANDLERS_CHANGE = 7;
    /** The static initialiser of a class, which is the key, tells. */
    private static final int INITIALISER_TELLS = 8;
    /** The program sets a static field of the JDK; the key says which ({@link JdkStatics}). */
    private static final int STATIC_CHANGES = 9;
    /** The program sets a system property, or asks for all; the key says which ({@link SystemProperties}). */
    private static final int PROPERTY_CHANGES = 10;
    /** The program changes how loggers are set up. */
    static final int LOGGERS_CHANGE = 11;
    /** Somebody asks for all threads. */
    static final int THREADS_ARE_COUNTED = 12;
    /** Somebody asks what threads say that they wait for. */
    static final int BLOCKERS_ARE_ASKED = 13;

    /** The program adds a shutdown hook. */
    static final int SHUTDOWN_HOOKS = 14;
    /** Threads share a file; the key says which ({@link FileStates}). */
    private static final int FILE_IS_SHARED = 15;
    /** The program takes monitors of objects of the JDK; the key says of which class ({@link CallMonitors}). */
    private static final int MONITOR_IS_USED = 16;
    /** Several threads call native methods of the program. */
    static final int NATIVE_CODE_IS_SHARED = 21;
    /** Native code of the program uses memory that buffers give access to. */
    static final int NATIVE_MEMORY = 22;
    /** A reflective object that others have is made accessible; the key says of which member ({@link AccessFlags}). */
    private static final int ACCESS_CHANGES = 17;

    /** The program sets a default that code of the JDK reads; the key is its location ({@link Defaults}). */
    private static final int DEFAULT_CHANGES = 19;
    /**
     * Arrays that code which is not rewritten has kept are used in another way as well; the key says where they were
     * handed over ({@link KeptArrays}).
     */
    private static final int ARRAY_IS_APART = 20;

    /** Calls touch several objects that are not rewritten; the key says of which class one is ({@link JointCalls}). */
    private static final int OBJECTS_MEET = 25;

    /** The program makes temporary files; the key is the number of the run. */
    private static final int RUN = 23;
    private static long run;
    /** Threads can compare their clocks. */
    static final int CLOCK_IS_SHARED = 24;
    /** The program closes {@code System.out}, {@code System.err}, or what is below ({@link StandardFile}). */
    static final int OUT_CLOSES = 26;
    static final int ERR_CLOSES = 27;
    /** Several threads start one and the same, or set its daemon flag. */
    static final int STARTS_RACE = 28;
    /** The program leaves bytes in the buffer of {@code System.out} ({@link Output}). */
    static final int OUT_BUFFERS = 29;

    /** Several threads use an object of the JDK; the key says of which class ({@link VersionUse}). */
    private static final int VERSION_IS_SHARED = 30;
    /** What new threads inherit is set in the thread that makes them, by another one. */
    static final int THREADS_INHERIT = 31;
    /** The program interrupts threads, and parks by itself. */
    static final int INTERRUPTS_PERMIT = 32;
    /** The JDK hands one and the same object to several threads; the key says of which class ({@link KeptByJdk}). */
    private static final int JDK_KEEPS = 33;
    /** A channel is closed, or its user interrupted, by another thread; the key is its version ({@link ChannelCalls}). */
    private static final int CHANNEL_IS_CONTENDED = 34;

    /** Classes that stay from one execution to the next could tell ({@link KeptClasses}). */
    static final int CLASSES_ARE_FRESH = 35;

    /** Arrays that threads share are kept by objects that are not rewritten ({@link KeptArrays}). */
    static final int ARRAYS_ARE_KEPT = 36;
    // 37 is the agent's own as well.
    /** The program changes files; shown only where several JVMs run it. */
    private static final int CHANGES_FILES = 38;

    /** The program interrupts threads, and uses channels of the network or selectors ({@link BlockedIn}). */
    static final int CHANNELS_ARE_INTERRUPTED = 39;

    /** A peer outside has answered late; the key says which, and when ({@link Outside}). */
    private static final int PEER_IS_LATE = 40;

    /** Somebody asks for the state of a thread that sleeps; the key is the thread ({@link Sleeps}). */
    private static final int SLEEP_IS_SEEN = 41;

    /** The program asks when files were changed ({@link FileTimes}). */
    static final int FILE_TIMES_ARE_ASKED = 42;

    /** The clock begins after this time, in milliseconds ({@link FileTimes}). */
    private static final int CLOCK_STARTS_AFTER = 43;

    /** The elements of an array are locations; the key is its name, or says which arrays ({@link WholeArrays}). */
    private static final int ARRAY_IS_SPLIT = 44;

    private static final boolean[] KNOWN = new boolean[ARRAY_IS_SPLIT + 1];

    static boolean has(int kind) {
        return KNOWN[kind];
    }

    /** This shows now: if it was not known, the exploration begins anew. */
    static void show(int kind) {
        if (!KNOWN[kind]) {
            KNOWN[kind] = true;
            restart(kind, 0);
        }
    }

    /**
     * Notes an insight about what threads do. While main is alone the execution goes on, only to find further ones: the
     * start of a large program has many. Else it ends at once: what other threads have done before was done without it,
     * so a thread that was started may be taken for one that was not, say, and the JVM waits for ever.
     */
    private static void restart(int kind, long key) {
        if (!noteWhileAlone(kind, key)) {
            Native.giveUp();
        }
    }

    /**
     * Notes an insight that changes only how operations are told: the execution goes on in this thread until another one
     * has to run, for the same reason, as libraries that start in a thread have many of these in a row.
     */
    private static void tellsMore(int kind, long key) {
        if (!noteWhileAlone(kind, key)) {
            Native.windUp();
        }
    }

    private static boolean noteWhileAlone(int kind, long key) {
        StackPlaces.forget();
        boolean alone = Threads.isAlone();
        isOver |= alone;
        Native.restart(kind, key);
        return alone;
    }

    /** An insight has shown while main was alone. */
    private static boolean isOver;

    static void reset() {
        isOver = false;
        if (Native.beginsAnew()) {
            Remembered.forget();
            StackPlaces.forget();
            load();
        }
    }

    /**
     * Main is about to be alone no more. What it has done since an insight showed was of no use but for further insights:
     * the start of a large program has many, and the exploration begins anew but once.
     */
    static void aloneNoMore() {
        if (isOver) {
            Native.giveUp();
        }
    }

    /**
     * The calling thread is about to change a file. JVMs that run the program at the same time would meet there, so this
     * one breaks off before anything is changed, and only one goes on.
     */
    static void changesFile(Control me) {
        if (!KNOWN[CHANGES_FILES] && Native.severalJvms()) {
            restart(CHANGES_FILES, 0);
            Native.giveUp();
            me.stopping = true;
            throw Stop.STOP;
        }
    }

    static void peerIsLate(long key) {
        restart(PEER_IS_LATE, key);
    }

    static void initialiserTells(long key) {
        tellsMore(INITIALISER_TELLS, key);
    }

    static void staticChanges(long key) {
        tellsMore(STATIC_CHANGES, key);
    }

    static void propertyChanges(long key) {
        tellsMore(PROPERTY_CHANGES, key);
    }

    static void fileIsShared(long key) {
        tellsMore(FILE_IS_SHARED, key);
    }

    static void monitorIsUsed(long key) {
        tellsMore(MONITOR_IS_USED, key);
    }

    static void accessChanges(long key) {
        tellsMore(ACCESS_CHANGES, key);
    }

    static void objectsMeet(long key) {
        tellsMore(OBJECTS_MEET, key);
    }

    static void versionIsShared(long key) {
        tellsMore(VERSION_IS_SHARED, key);
    }

    static void jdkKeeps(long key) {
        tellsMore(JDK_KEEPS, key);
    }

    static void arrayIsSplit(long key) {
        tellsMore(ARRAY_IS_SPLIT, key);
    }

    static void channelIsContended(long key) {
        restart(CHANNEL_IS_CONTENDED, key);
    }

    static void clockStartsAfter(long millis) {
        VirtualTime.startsAfter(millis);
        restart(CLOCK_STARTS_AFTER, millis);
    }

    static void sleepIsSeen(long key) {
        restart(SLEEP_IS_SEEN, key);
    }

    static void defaultChanges(long key) {
        tellsMore(DEFAULT_CHANGES, key);
    }

    static void arrayIsApart(long key) {
        tellsMore(ARRAY_IS_APART, key);
    }

    /**
     * A number that is the same in all executions of a run, and in replays of what it has found, but not in other runs
     * at the same time.
     */
    static long run() {
        if (run == 0) {
            run = Hash.notNull(Hash.mix(System.nanoTime(), ProcessHandle.current().pid()));
            restart(RUN, run);
        }
        return run;
    }

    /** Takes over what is known, from the start or because another JVM has found it out. */
    static void load() {
        long[] known = Native.insights();
        for (int i = 0; i + 1 < known.length; i += 2) {
            load(known[i], known[i + 1]);
        }
    }

    private static void load(long kind, long key) {
        switch ((int) kind) {
            case RUN:
                // Two JVMs may have made one up.
                run = run == 0 ? key : Math.min(run, key);
                break;
            case INITIALISER_TELLS:
                Initialisation.isToTell(key);
                break;
            case STATIC_CHANGES:
                JdkStatics.isToChange(key);
                break;
            case PROPERTY_CHANGES:
                SystemProperties.isToChange(key);
                break;
            case FILE_IS_SHARED:
                FileStates.isToBeShared(key);
                break;
            case MONITOR_IS_USED:
                CallMonitors.isToBeUsed(key);
                break;
            case ACCESS_CHANGES:
                AccessFlags.isToChange(key);
                break;
            case DEFAULT_CHANGES:
                Defaults.isToChange(key);
                break;
            case ARRAY_IS_APART:
                KeptArrays.isToBeApart(key);
                break;
            case ARRAY_IS_SPLIT:
                WholeArrays.isToBeApart(key);
                break;
            case VERSION_IS_SHARED:
                VersionUse.isToBeShared(key);
                break;
            case JDK_KEEPS:
                KeptByJdk.isToBeMet(key);
                break;
            case CHANNEL_IS_CONTENDED:
                ChannelCalls.isToBeContended(key);
                break;
            case SLEEP_IS_SEEN:
                Sleeps.isToBeSeen(key);
                break;
            case CLOCK_STARTS_AFTER:
                VirtualTime.startsAfter(key);
                break;
            case OBJECTS_MEET:
                JointCalls.isToMeet(key);
                break;
            default:
                if (kind > 0 && kind < KNOWN.length) {
                    KNOWN[(int) kind] = true;
                }
        }
    }
}
