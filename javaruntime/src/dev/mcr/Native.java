package dev.mcr;

/** The agent's native methods. Long arguments called {@code thread}, {@code location} and {@code monitor} are names. */
final class Native {
    private Native() {}

    /** Codes of actions, as the agent knows them. */
    static final int READ = 0, WRITE = 1, UPDATE = 2, ACQUIRE = 3, RELEASE = 4, WAIT = 5, RESUME = 6, NOTIFY = 7,
            NOTIFY_ALL = 8, JOIN = 9, ALIVE = 10;

    /** Answer of {@link #step} and its sisters when the execution is over. */
    static final long STOPPED = -1;

    /**
     * Announces the thread's next operation and returns when it has happened.
     *
     * @param a location, monitor or child
     * @param b value to write, or 1 for a wait or join with a time limit
     * @return {@link #STOPPED}, or what the thread learned: 1 or 0 (resume: notified or timed out; timed join, alive: yes or no)
     */
    static native long step(long thread, int site, int action, long a, long b);

    /** A step that starts a thread. {@code object} is marked so that the new thread finds its name. */
    static native long start(long thread, int site, Thread object, String name, long child, long argument, boolean daemon);

    /**
     * A step that waits in a loop: a round of so many events has changed nothing. {@code reads}: locations and values, by turns;
     * {@code alive}: threads.
     */
    static native long await(long thread, int site, int events, long[] reads, long[] alive);

    /** A step that prints text. */
    static native long print(long thread, int site, String text);

    /** A step that ends the execution. */
    static native void exit(long thread, int site, int status);

    /** Reports the value read by the read that {@link #step} performed last. */
    static native void completeRead(long thread, long value);

    /** Reports the values read and written by the update that {@link #step} performed last. */
    static native void completeUpdate(long thread, long before, long after);

    /** A static initialiser gives a location its first value. */
    static native void initial(long location, long value);

    /** A static initialiser reads a location that is not its own. Whether threads are known to write it. */
    static native boolean initialRead(long location);

    /** Internal name of the class that declares the field at a site. */
    static native String fieldOwner(int site);

    /** Internal name of the class that the instruction at a site may initialise. */
    static native String initialised(int site);

    /** Everything that was learned so far may be wrong: the exploration begins anew. */
    static native void restart();

    /** Whether a thread owns a monitor. */
    static native boolean owns(long thread, long monitor);

    /** The execution cannot be checked any further. */
    static native void unsupported(String message);

    /** What the end of this thread is to report. */
    static native void uncaught(long thread, String type, String message, String[] stack);

    /** Answer of {@link #fieldKey} for a field of a JDK class that is not rewritten. */
    static final long OPAQUE_FIELD = 2;

    /** A hash of the declaring class and the name of the field at a site. */
    static native long fieldKey(int site);

    /** Same hash, for a field given by name. */
    static native long declaredFieldKey(String type, String field, String descriptor);

    /** For reports: a location is this field of this object (0 for a static one). */
    static native void labelField(long location, long object, int site);

    /** For reports: a location is this declared field of this object. */
    static native void labelDeclaredField(long location, long object, String field, char kind);

    /** For reports: a location is this element of this array. */
    static native void labelElement(long location, long array, int index, char kind);

    /** For reports: a location is the version of this object. */
    static native void labelVersion(long location, long object);

    /** For reports: an object of this class, or, if {@code exact}, the text to show. */
    static native void labelObject(long object, String text, boolean exact);

    /** How the method called at a site is found in a class: bit 0 synchronized, bit 1 declared by an application class. */
    static native int calledMethod(int site, String type);

    /** A hash of the method named at a call site or of the implementation at a lambda. */
    static native long siteKey(int site);

    /** What to call the state behind a static method called at a site, if threads share it through that method; else null. */
    static native String siteState(int site);

    /** Name of the method that is called at a call site. */
    static native String siteMethod(int site);

    /** Whether the class of this name (with dots) was rewritten. */
    static native boolean rewritten(String type);

    /** The class file that was made for the lambda of this class name (with dots), or null. */
    static native byte[] generatedClass(String type);

    /** Internal name of the class that has a site. */
    static native String siteClass(int site);

    /** Waits for the checker; false when there is nothing more to do. */
    static native boolean nextExecution();

    /** Runs a main thread that was marked with {@link #mark}, until all threads have ended; false if some cannot be stopped. */
    static native boolean finishExecution();

    /** Gives the object of a new thread its name. */
    static native void mark(Thread object, long thread);

    /** Tells the checker why nothing can be run. */
    static native void fatal(String message);

    /** Calls {@code main}; what it throws comes out. {@code kind}: 0 static with arguments, 1 static without, 2 and 3 the same for an instance. */
    static native void callMain(Class<?> type, Object instance, int kind, String[] arguments);
}
