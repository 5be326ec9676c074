package dev.mcr;

import java.util.BitSet;

/**
 * A thread of the program under test, and where it is between two hooks. Touched only by the thread that has the turn.
 *
 * <p>What belongs together is in a class of its own; here is what all of them need.
 */
final class Control {
    /** No operation is open. */
    static final int NONE = 0;
    /** A read was performed and waits for its value. */
    static final int READ = 1;
    /** The arguments of a call of code that is not rewritten are being collected. */
    static final int CALL = 2;
    /** The captured values of a lambda are being collected. */
    static final int LAMBDA = 3;
    /**
     * As READ and CALL, in code of the JDK. Such code may also run in the middle of an operation of the application
     * (when that loads a class, say), and must not take that operation for its own.
     */
    static final int JDK_READ = 4;
    static final int JDK_CALL = 5;

    final Thread thread;
    /** Which of the threads of this execution it is, from 1. */
    final int number;
    /** Name; see {@code ThreadId} in the protocol. */
    final long id;
    final Starts starts = new Starts();
    final Counts counts = new Counts();
    final ThreadLocals locals = new ThreadLocals();
    /** How many events it has had. */
    long events;
    /** How many these were when it last looked into the cache of resource bundles: see {@link Bundles}. */
    long bundleAsked;
    /** Hash of everything this thread has learned. */
    long history;
    /** Set once a hook has thrown {@link Stop}. */
    boolean stopping;
    /** It does not matter to the thread what time it is: {@link VirtualTime#stop}. */
    boolean clockStands;
    /** The exception that has left the thread, which looks for a handler. */
    Throwable uncaught;
    /** The default handler was read for that, which the JDK does once more. */
    boolean knowsDefaultHandler;

    /**
     * A bit for each call of code that channels of files and of the network have in common, the last one lowest: whether
     * it is for a channel of a file, which has a model of its own.
     */
    long channelCode;

    /** What a channel of the network that it calls reads into, or writes from; null if nothing. */
    java.nio.ByteBuffer[] buffers;
    /** What it has read of the array of such a buffer. */
    byte[] written;

    /** The channel of the network or the selector that it is in; null if nobody has asked. */
    BlockedIn.Blocker blockedIn;

    /** One of the constants. */
    int open;
    /** The location of the read that is open. */
    long reading;
    /** A step has happened of which the thread has yet to learn the value. */
    boolean learning;
    /** Of the objects that the JDK may keep: the names that it has given or learned ({@link KeptByJdk}). */
    LongSet known = new LongSet(1 << 4);
    /** The call or lambda that is open. */
    final CollectedCall collected = new CollectedCall();
    /** The pipe that it is about to write to: see {@link PipeHooks}. */
    Object writesTo;
    /** Who it was to a pipe the last time that it used one. */
    int pipeSide;
    /** The stream of a directory that it reads: see {@link DirectoryOrder}. */
    Object readsDirectory;
    /** The last call by which the program has entered the JDK; it may have returned: see {@link #place}. */
    int callSite;
    /** How often {@link StackPlaces} has been asked since the thread has learned something. */
    long placed;
    /** The first half of a pair of surrogates that the thread has printed without the second; 0 for none. */
    char halfPrinted;
    /** Calls of code that is not rewritten, innermost first. */
    OpaqueCall opaqueCalls;
    /** Monitors that calls of such code hold, innermost first. */
    CallMonitors.Held held;
    /** The call that has come back and of which the changes of arrays are being written: it holds its monitors still. */
    OpaqueCall ending;
    /**
     * The locks that the last call of several objects holds, and whether it is entering or using them just now: see
     * {@link JointCalls}.
     */
    long[] joint = JointCalls.NONE;
    boolean joining;
    /** The operation of a channel that it is in, if the middle of that matters; or null. */
    ChannelCalls.Operation channelOperation;
    /** The last channel that it has begun to close. */
    Object closing;
    /** {@link Steps#taken} when native code of the program had its last step in this thread. */
    long nativeStep;
    /** The receiver whose monitor was entered before the call of a synchronized JDK method. */
    Object entered;
    /** What it has looked at without an event. */
    final VainLooks vainLooks = new VainLooks();
    /** It has left itself a permit ({@link Parking#slept}). */
    boolean hasSlept;
    /** It is in a sleep that others may see ({@link Sleeps}). */
    boolean sleeps;
    /** The weak compare-and-set being called is to fail. */
    Disturbance disturbance;

    NamingQueue unreported = new NamingQueue();
    /** What was in it when a silent initialiser began, or null: the initialiser makes nothing of that. */
    private NamingQueue unreportedAround;
    final HandedOut handedOut = new HandedOut();

    final RunningInitialisers initialisers = new RunningInitialisers();
    final ClassInit.Stack inits = new ClassInit.Stack();

    /** What it has entered and not left. */
    final HeldMonitors monitors = new HeldMonitors();
    /** Whether it waits in a loop. */
    final Rounds rounds = new Rounds(monitors);
    /** What it can forget. */
    final Scopes scopes;
    /** Places where waiting has ended for no reason; that does not happen again there. */
    private final BitSet spurious = new BitSet(0);

    /** What it has written and what has not arrived yet. */
    final StoreBuffers.Buffer buffer = new StoreBuffers.Buffer();
    final Fences.Since since = new Fences.Since();
    final EarlyWrites early = new EarlyWrites();

    Control(Thread thread, long id, int number) {
        this.thread = thread;
        this.number = number;
        this.id = id;
        this.history = id;
        this.scopes = new Scopes(id);
    }

    /** Takes note of something the thread has learned. */
    void learn(long value) {
        learning = false;
        KeptByJdk.learned(this, value);
        history = Hash.mix(history, value);
        placed = 0;
        scopes.learned();
    }

    /**
     * What this thread does is more than looking: an event, or something that {@link Scopes} know of. In a static
     * initialiser that tells nothing it is nobody's: any thread may run that.
     */
    void acts() {
        if (!isSilent()) {
            rounds.clear();
        }
    }

    /** The thread changes something that only this thread knows, and that no event tells. */
    void changes() {
        if (!isSilent()) {
            rounds.clear();
            scopes.pin(this);
        }
    }

    /** The same, if that is an object which only this thread can reach. */
    void changes(Object own) {
        if (!isSilent()) {
            rounds.clear(Names.madeAs(this, own));
            scopes.wrote(this, own);
        }
    }

    /** The place of an operation that JDK code performs: the line of the program on the stack, which has called it. */
    int place() {
        return isSilent() ? callSite : StackPlaces.of(this);
    }

    /** Whether a static initialiser is running whose operations are no events: see {@link Initialisation}. */
    boolean isSilent() {
        return initialisers.areSilent();
    }

    /** What the running initialisers do has to be events. */
    void initialiserTells() {
        initialisers.tell();
    }

    /** {@code unseen}: how deep in code that is not seen, see {@link Unseen#reveal}. */
    void enterInitialiser(long key, int unseen) {
        boolean told = !isSilent();
        initialisers.enter(key, open, unseen);
        open = NONE;
        if (told && isSilent() && !unreported.isEmpty()) {
            unreportedAround = unreported;
            unreported = new NamingQueue();
        }
    }

    /** What was given when it began. */
    int leaveInitialiser() {
        if (initialisers.depth == 0) {
            return 0;
        }
        open = initialisers.leave();
        if (unreportedAround != null && !isSilent()) {
            unreported = unreportedAround;
            unreportedAround = null;
        }
        return initialisers.unseenAround();
    }

    /**
     * Whether waiting at this place may end for no reason: only once, or a thread that waits in a loop would never come
     * to an end.
     */
    boolean mayBeSpurious(int site) {
        return !spurious.get(site);
    }

    void wasSpurious(int site) {
        spurious.set(site);
        scopes.pin(this);
    }
}
