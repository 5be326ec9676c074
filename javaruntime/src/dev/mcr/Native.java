package dev.mcr;

import jdk.internal.vm.annotation.Hidden;

/** The agent's native methods. Long arguments called {@code thread}, {@code location} and {@code monitor} are names. */
final class Native {
    private Native() {}

    /**
     * Announces the thread's next operation and returns when it has happened.
     *
     * @param action {@link Codes#READ} and so on
     * @param a see the codes
     * @param b value to write; patience of an acquire or join; limit of a park; wait set to notify, where 0 is the
     * monitor itself
     * @return {@link Codes#STOPPED}, or what the thread learned: why it went on, if it tells (a resume, a park with a
     * limit, an acquire or join with a patience other than {@link Codes#FOREVER}, {@link Codes#INTERRUPTED}); 1 or 0
     * (alive, interrupted: yes or no); the state; the choice
     */
    static native long step(long thread, int site, int action, long a, long b);

    /**
     * A step that leaves a monitor and waits in a wait set, where 0 is that of the monitor itself; {@link Codes#RESUME}
     * follows.
     */
    static native long wait(long thread, int site, long monitor, long set, int patience);

    /** A step that waits for a number that the agent keeps, and changes it. */
    static native long guarded(long thread, int site, long location, int guard, long guardArgument, int change,
            long changeArgument, int patience);

    /** How many frames are on the stack of the calling thread, but for those of the hook that it is in. */
    static native int depth();

    /**
     * The frame that called the hook in which the calling thread is: its method and position, as one number; 0 if there
     * is none. Numbers of one method differ by the bytes in between.
     */
    static native long frame();

    /**
     * The same for the frame that has so many frames below it and itself; 0 if there are no others between it and the
     * hook.
     */
    static native long frameBelow(int depth);

    /**
     * The innermost line of the program on the stack of the calling thread, as a site; the {@code call} itself if it is
     * in that line; a site in the JDK if nothing of the program is on the stack.
     */
    static native int place(int call);

    /** A step that reads a number that the agent keeps. */
    static native long number(long thread, int site, long location);

    /** The end of a thread wakes those who wait for this monitor, that of its {@code Thread} object. */
    static native void endNotifies(long thread, long monitor);

    /** Right before a thread ends, it takes 1 from a number that the agent keeps. */
    static native void endCountsDown(long thread, long location);

    /** Whether locks, semaphores and latches are operations of their own, as configured. */
    static native boolean jdkModels();

    /** Whether other JVMs run the program at the same time, as configured. */
    static native boolean severalJvms();

    /** Whether calls of the program's own classes are told, as configured. */
    static native boolean tellsCalls();

    /** Calls of this class, which is about to be defined, are told. */
    static native void tellClass(String type);

    /**
     * A thread calls the method that a site names. For each value (the object that is called, if there is one, and the
     * arguments) there is a number, or a text for an object ({@link CallLog}).
     */
    static native void callBegins(long thread, int site, long[] numbers, String[] texts);

    /** The call at a site has returned this, if it returns anything. */
    static native void callReturns(long thread, int site, long number, String text);

    /** The names of objects that had none when they were told; 0 if they have none now. */
    static native void callNames(long[] names);

    /** Whether keys of local states are wanted, as configured. */
    static native boolean localStates();

    /** The key of where the calling thread is: what it announces next it does there. */
    static native void key(long key);

    /** Whether waiting may end for no reason, as configured. */
    static native boolean spurious();

    /** Whether a read of a connection or a pipe may return fewer bytes than are there, as configured. */
    static native boolean readsInParts();

    /** Whether limits are over in the order of their lengths, by virtual time, as configured. */
    static native boolean ordersLimits();

    /** How far writes may be delayed, as configured: {@link Codes#SC} and so on. */
    static native int memoryModel();

    /**
     * The writes that have arrived in memory since a thread last asked, in order: the name of the thread that did the
     * write and the location, by turns; null if there are none. The thread that has the turn asks after each step, and
     * when it begins, before it does anything else.
     */
    static native long[] arrivals();

    /**
     * A step that starts a thread. {@code object} is marked so that the new thread finds its name. {@code tells}: a
     * location that becomes 1 in the same step, or 0.
     */
    static native long start(
            long thread, int site, Thread object, String name, long child, long argument, boolean daemon, long tells);

    /**
     * A step that waits in a loop: a round of so many events has changed nothing. {@code reads}: locations and values,
     * by turns; {@code alive}: threads; {@code states}: threads and what they were doing, by turns; {@code tries}: what
     * failed with {@link Codes#NOW}, three numbers each: {@link Codes#FAILED_MONITOR}, a monitor, and 0; or {@link
     * Codes#FAILED_GUARD}, a location, and the code of the guard ({@link #guardCode}).
     */
    static native long await(long thread, int site, int events, long[] reads, long[] alive, long[] states,
            long[] tries);

    /** A guard with its argument as one number. */
    static long guardCode(int guard, long argument) {
        return guard == Codes.AT_LEAST ? Codes.AT_LEAST + argument : guard;
    }

    /** A step that prints text. */
    static native long print(long thread, int site, String text);

    /** A step that ends the execution. */
    static native void exit(long thread, int site, int status);

    /** Reports the value read by the read that {@link #step} performed last. */
    static native void completeRead(long thread, long value);

    /** Reports the values read and written by the update that {@link #step} performed last. */
    static native void completeUpdate(long thread, long before, long after);

    /**
     * The value that the class file states for a static field that a class declares: {@code n} and the number or its
     * bits, or {@code s} and the string; null if it states none.
     */
    static native String constantValue(String type, long loader, String field, String descriptor);

    /** A static initialiser gives a location its first value. */
    static native void initial(long location, long value);

    /** A static initialiser reads a location that is not its own. Whether threads are known to write it. */
    static native boolean initialRead(long location);

    /** Internal name of the class that declares the field at a site. */
    static native String fieldOwner(int site);

    /** Name and type of the field at a site: {@code name:I}. */
    static native String fieldNamed(int site);

    /** Whether the static method called at a site, which is not rewritten, may hand on what it is given. */
    static native boolean handsOn(int site);

    /** Internal name of the class that the instruction at a site may initialise. */
    static native String initialised(int site);

    /**
     * Everything that was learned so far may be wrong, because of an insight: when this execution has ended, the
     * exploration begins anew.
     */
    static native void restart(int kind, long key);

    /** What this execution shows is remembered, and compared with what others show ({@link Remembered}). */
    static native void remembers();

    /** Whether this is the first execution of an exploration. */
    static native boolean beginsAnew();

    /** Ends an execution in which an insight has shown. */
    static native void giveUp();

    /**
     * The same, but the calling thread goes on as long as no other one has to, if it has the turn: it may show more
     * that was not known.
     */
    static native void windUp();

    /** Insights that are known: kinds and keys in turn. */
    static native long[] insights();

    /** Memory that is at the same place in every JVM: its first address, and how many bytes there are, 0 if none. */
    static native long[] arena();

    /** Makes a region of memory usable that is to be at this address; whether it could. */
    static native boolean mapRegion(long address);

    /** These bytes of such memory contain zeros again. */
    static native void clearMemory(long address, long bytes);

    /** Opens a copy of a native library, at its place: the JVM is about to load it. */
    static native void openLibrary(String path);

    /** The execution has ended: its native libraries are unloaded. */
    static native void closeLibraries();

    /** Makes a thread of the program run: on one of the {@link Carriers}, or as {@link #start0} does. */
    static native void startOfProgram(Thread thread, long id);

    /** Calls {@code thread.start0()}, which makes the thread run. */
    static native void start0(Thread thread);

    /** Whether the program may start no process. */
    static native boolean refusesProcesses();

    /** Whether connections to the outside are made once, and recorded. */
    static native boolean recordsNetwork();

    /**
     * Does something with a connection to the outside ({@code ASKS_}..., with the numbers that belong to it); the
     * number of the answer ({@code PEER_}..., {@code STRAYED}), and the bytes that belong to that.
     */
    static native byte[] network(int what, long connection, long at, long more, byte[] bytes);

    /** Whether a thread owns a monitor. */
    static native boolean owns(long thread, long monitor);

    /**
     * The monitor that a thread waits to enter or to come back to and another one has, or 0. No event tells that: who
     * learns of it must take a note ({@link #notCovered}).
     */
    static native long awaitedMonitor(long thread);

    /** The execution cannot be checked any further. */
    static native void unsupported(String message);

    /**
     * Something is executed of which the check does not see all that threads can learn through it: the report lists it,
     * and the verdict is not {@code complete}.
     *
     * @param what in words for the user that name no place, so that it is one entry for all places
     * @param site where; 0: at the current call, if there is one
     */
    static void notCovered(String what, int site) {
        Control me = site == 0 ? Hooks.self() : null;
        notCoveredAt(what, me == null ? site : me.callSite);
    }

    /**
     * A thread accesses a location in code that has no events. If another thread does so as well in this execution, or
     * by an event after threads have been started, and one of them writes, that is not covered.
     */
    static native void unseenAccess(long thread, long location, boolean writes, int site);

    /** The same for a monitor, which another thread enters by an event. */
    static native void unseenMonitor(long thread, long monitor, int site);

    /**
     * The call at this place counts as a fence and need not be one on a real machine. Where that hides from another
     * thread that a write is delayed, it is not covered.
     */
    static native void assumedFence(int site);

    /** The same for updates of this version at this place, which may be made in its lock. */
    static native void unorderedUpdate(int site, long version, long lock);

    /**
     * A thread asks a loader for a class or a package, or defines one, by an event or not. If another thread does so in
     * the other way, and one of them defines it, that is not covered.
     */
    static native void usesLoader(long thread, long used, boolean defines, boolean isEvent, int site);

    /** The method with this place, which has no other hooks, is executed. */
    static native void unseen(int site);

    private static native void notCoveredAt(String what, int site);

    /** What the end of this thread is to report. */
    static native void uncaught(long thread, String type, String message, String[] stack, boolean assertion);

    /** Answer of {@link #fieldKey} for a field of a JDK class that is not rewritten. */
    static final long OPAQUE_FIELD = 2;

    /** A hash of the declaring class and the name of the field at a site. */
    static native long fieldKey(int site);

    /** Same hash, for a field given by name. */
    static native long declaredFieldKey(String type, String field, String descriptor);

    /** For reports: a location is this field of this object (0 for a static one). */
    static native void labelField(long location, long object, int site);

    /**
     * For reports: a location is this declared field of this object; whether it is volatile, or nothing that a program
     * could race for.
     */
    static native void labelDeclaredField(long location, long object, String field, char kind, boolean atomic);

    /** For reports: a location is this element of this array. */
    static native void labelElement(long location, long array, int index, char kind);

    /** For reports: a location is the version of this object. */
    static native void labelVersion(long location, long object);

    /**
     * A call at this site updates this version (and may enter its lock before) as one step; whether it is one whoever
     * calls the object at once; and what it does below, to other objects with that version ({@link CoarseCalls}).
     * The object is one of this class, for reports.
     */
    static native void coarseCall(int site, long version, long lock, long object, String type, boolean step,
            int below);

    /** For reports: an object of this class, or, if {@code exact}, the text to show. */
    static native void labelObject(long object, String text, boolean exact);

    /**
     * How the method called at a site is found in a class: bit 0 synchronized, bit 1 declared by an application class,
     * bit 2 declared by {@code Object}, bit 3 declared by an exception of the JDK that is rewritten.
     */
    static native int calledMethod(int site, String type, long loader);

    /** A hash of the method named at a call site or of the implementation at a lambda. */
    static native long siteKey(int site);

    /** A hash of the place of a site: its class, method and instruction. */
    static native long sitePlace(int site);

    /**
     * What to call the state behind a static method called at a site, if threads share it through that method; else
     * null.
     */
    static native String siteState(int site);

    /**
     * Name and descriptor of the method that is called at a call site; of a method of a superclass and of a constructor
     * also, after a blank, the class that it names.
     */
    static native String called(int site);

    /**
     * The name of the method of {@link Hooks} that stands for calls of this method by instruction, or null; {@code
     * owner} may be an array.
     */
    static native String substitute(String owner, String name, String descriptor, boolean isStatic);

    /** What the methods of a class file do with monitors: see {@link TakenMonitors}. */
    static native String takenMonitors(byte[] classFile);

    /**
     * Initialises a class as an instruction would: what its initialiser throws comes out. There is no frame of the JDK
     * in between.
     */
    @Hidden
    static native void initialise(Class<?> type);

    /** Name of the method that is called at a call site. */
    static native String siteMethod(int site);

    /** Whether the class of this name (with dots) was rewritten. {@code loader}: see {@link Loaders}. */
    static native boolean rewritten(String type, long loader);

    /** What the JVM says where the instruction that a hook stands for finds null; null if that is not known. */
    static native String ifNull(int site);

    /**
     * The methods that the class file declares of which the class of this name (with dots) was made, in its order: for
     * each one character, its name and its descriptor, and {@link #AFTER_METHOD}. Null if nothing was made of it.
     */
    static native String declaredMethods(String type, long loader);

    /** What the entry of a method that is declared as synchronized begins with; others begin with another character. */
    static final char SYNCHRONIZED_METHOD = '+';
    /** In no name and no descriptor (JVMS 4.2.2). */
    static final char AFTER_METHOD = '.';

    /**
     * The instance fields that a class declares, one in a line: {@code +} if it is volatile, else {@code -}; name,
     * colon, descriptor.
     */
    static native String declaredFields(String type, long loader);

    /**
     * The static fields that a class declares, each {@code f} (final), {@code c} (final, with a value that the class
     * file states), {@code v} (neither) or {@code k} (a value is stated), its name, a colon, its descriptor, and a line
     * feed.
     */
    static native String declaredStatics(String type, long loader);

    /**
     * Where the structure of a class is in its object; where in that the byte is which says how far the class is; what
     * it is when the class is linked, and when it is initialised. Empty if the JVM does not say.
     */
    static native long[] classStates();

    /**
     * Takes the flag {@code final} from the static fields of an interface with this structure and name, in the JVM
     * itself; false if they are not where they should be.
     */
    static native boolean makeVariable(long structure, String type, long loader);

    /** Whether classes of the class path are to stay from one execution to the next, as configured. */
    static native boolean keepsClasses();

    /** Why they cannot, if one was loaded that cannot; null if there is none. */
    static native String notKept();

    /** They will not, for this reason. */
    static native void freshClasses(String reason);

    /** The class file that was made for the lambda of this class name (with dots), or null. */
    static native byte[] generatedClass(String type);

    /** Calls the static method {@code loaded(Class)} of this class for each class of the JDK that is loaded. */
    static native void tellLoaded(Class<?> residue);

    /**
     * Names of classes of the JDK whose static fields are to be put back and that no static initialiser sets, as far as
     * they were loaded since the last call; with blanks between them. Null if there are none.
     */
    static native String registries();

    /** Internal name of the class that has a site. */
    static native String siteClass(int site);

    /** The number of the loader that has defined the class that has a site: see {@link Loaders}. */
    static native long siteLoader(int site);

    /** Waits for the checker; false when there is nothing more to do. */
    static native boolean nextExecution();

    /** If another program begins: what it is told, in UTF-8, a 0 behind each argument. Else null. */
    static native byte[] newArguments();

    /** Runs a main thread that was marked with {@link #mark}, until all threads have ended. */
    static native void awaitEnd();

    /**
     * Reports the execution; false if some threads cannot be stopped. {@code failure}: why what it has changed could
     * not be put back, or null.
     */
    static native boolean finishExecution(String failure);

    /** An entry of the program's standard input, see {@link Input}; of length 0: a pause; null: the end. */
    static native byte[] input(int entry, boolean wait);

    /** Gives the object of a new thread its name. */
    static native void mark(Thread object, long thread);

    /** Tells the checker why nothing can be run. */
    static native void fatal(String message);

    /** Calls {@code ForkJoinTask.doExec}, which returns something in JDKs that are not {@code recent}. */
    static native void execute(Class<?> forkJoinTask, java.util.concurrent.ForkJoinTask<?> task, boolean recent);

    /**
     * Calls {@code main}; what it throws comes out. {@code kind}: 0 static with arguments, 1 static without, 2 and 3
     * the same for an instance.
     */
    static native void callMain(Class<?> type, Object instance, int kind, String[] arguments);
}
