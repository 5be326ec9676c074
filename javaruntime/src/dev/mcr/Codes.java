package dev.mcr;

/** The numbers that the agent and the Java runtime say to each other: made from {@code codes.rs}. */
final class Codes {
    private Codes() {}

    // Operations that Native.step announces. a is the location, monitor or thread that is meant, b the value that is
    // written, unless something else is said.
    /** Reads a location. */
    static final int READ = 0;
    /** Writes to a location: a plain write. */
    static final int WRITE = 1;
    /** Updates a location: a fence. */
    static final int UPDATE = 2;
    /** Enters a monitor; {@code b} is a patience. */
    static final int ACQUIRE = 3;
    /** Leaves a monitor. */
    static final int RELEASE = 4;
    /** Comes back from a wait on a monitor (see {@code Native.wait}). */
    static final int RESUME = 6;
    /** Wakes one waiter on a monitor; {@code b} is the wait set, 0 that of the monitor itself. */
    static final int NOTIFY = 7;
    /** Wakes all of them. */
    static final int NOTIFY_ALL = 8;
    /** Waits for the end of a thread; {@code b} is a patience. */
    static final int JOIN = 9;
    /** Asks whether a thread is alive. */
    static final int ALIVE = 10;
    /** Waits for the own permit; {@code b} is FOREVER, TIMED or AFTER with its milliseconds. */
    static final int PARK = 11;
    /** Gives a thread its permit. */
    static final int UNPARK = 12;
    /** Sets the interrupt flag of a thread. */
    static final int INTERRUPT = 13;
    /** Whether the own interrupt flag is set; clears it. */
    static final int INTERRUPTED = 14;
    /** Whether the interrupt flag of a thread is set. The agent completes this read. */
    static final int IS_INTERRUPTED = 15;
    /** What a thread is doing: RUNNING and so on. */
    static final int STATE = 16;
    /** Any number from 0 to {@code a - 1}. */
    static final int CHOOSE = 17;
    /** A release write. Under SC this is WRITE. */
    static final int WRITE_RELEASE = 18;
    /** A volatile write. Under SC this is WRITE. */
    static final int WRITE_VOLATILE = 19;
    /** A write that has arrived in memory already. Under SC this is WRITE. */
    static final int ARRIVED = 20;
    /** Waits until all that the thread has written is in memory. Without {@code a} and {@code b}. */
    static final int FENCE = 21;
    /** Separates the writes of the thread before it from those after it. Without {@code a} and {@code b}. */
    static final int BARRIER = 22;
    /** An update that is no fence: nothing that the thread has written need have arrived. */
    static final int UPDATE_PAST = 23;
    /** Waits for the end of a limit or an interrupt; {@code b} is a patience. Only where virtual time orders limits. */
    static final int SLEEP = 24;
    /** What virtual time it is, in milliseconds. The agent completes this read. */
    static final int TIME = 25;

    // How long an operation waits, the patience: one of the first four, with further bits.
    /** Until it is enabled. */
    static final int FOREVER = 0;
    /** For some time. */
    static final int TIMED = 1;
    /** It only tries. */
    static final int NOW = 2;
    /** For so many milliseconds of virtual time, which are in the bits from AFTER_SHIFT on. */
    static final int AFTER = 3;
    /** A bit: an interrupt ends the wait. */
    static final int INTERRUPTIBLE = 4;
    /** A bit, for ACQUIRE only: the monitor stands for a lock of {@code java.util.concurrent}. */
    static final int PARKS = 8;
    /** The bits that are one of the first four. */
    static final int LIMIT = 3;
    /** Where the milliseconds begin. */
    static final int AFTER_SHIFT = 4;
    /** The most milliseconds that there is room for: 37 hours. */
    static final int MOST_MILLIS = 134217727;

    // When a guarded step is enabled.
    /** Always. */
    static final int ALWAYS = 0;
    /** If the number is 0. */
    static final int ZERO = 1;
    /** If the number is the argument or more. */
    static final int AT_LEAST = 2;
    /** If the number has one of the bits of the argument. Not for a step that does not wait. */
    static final int HAS = 3;
    /** If it has none of them. Not for a step that does not wait. */
    static final int LACKS = 4;

    // What a guarded step does to the number.
    /** Nothing. */
    static final int KEEP = 0;
    /** Adds the argument. */
    static final int ADD = 1;
    /** Takes 1 away, unless it is 0. */
    static final int COUNT_DOWN = 2;
    /** It becomes the argument. */
    static final int SET = 3;

    // Answers of STATE: mcr_protocol::Doing.
    /** It can go on, or is about to block. */
    static final int RUNNING = 0;
    /** It waits for a monitor. */
    static final int BLOCKED = 1;
    /** It waits without a limit. */
    static final int WAITING = 2;
    /** It waits with a limit. */
    static final int TIMED_WAITING = 3;
    /** It has ended. */
    static final int ENDED = 4;

    // Why a thread went on: the answers of operations that tell. Of a guarded step that went through, always NOTIFIED.
    /** Its time was over. */
    static final long TIMED_OUT = 0;
    /** What it waited for has happened. */
    static final long NOTIFIED = 1;
    /** It was interrupted. */
    static final long INTERRUPTION = 2;
    /** For no reason. */
    static final long SPURIOUS = 3;

    // Answers of operations.
    /** Of all but {@code Native.number}: the execution is over. */
    static final long STOPPED = -1;
    /** Of {@code Native.number}, where -1 is a number like others: the execution is over. */
    static final long NO_NUMBER = -9223372036854775808L;

    // What a thread has tried in vain, for Native.await.
    /** To enter a monitor. */
    static final long FAILED_MONITOR = 0;
    /** A guarded step. */
    static final long FAILED_GUARD = 1;

    // Answers of Native.memoryModel.
    /** Sequential consistency. */
    static final int SC = 0;
    /** Total store order. */
    static final int TSO = 1;
    /** Partial store order. */
    static final int PSO = 2;

    // What is done with a connection to the outside, for Native.network; and what that answers. Numbers and bytes of
    // each are in parentheses.
    /** Connects (port; address). */
    static final int ASKS_CONNECT = 0;
    /** Writes (bytes written before; what). */
    static final int ASKS_WRITE = 1;
    /** Writes nothing more (bytes written). */
    static final int ASKS_SHUT = 2;
    /** Reads (bytes written, pieces that have come). */
    static final int ASKS_READ = 3;
    /** Has waited in vain (the same; milliseconds as a long). */
    static final int ASKS_INSIST = 4;
    /** Is closed (bytes written). */
    static final int ASKS_CLOSE = 5;
    /** There is nothing to say. */
    static final int PEER_DONE = 0;
    /** There is a connection (address of its end here). */
    static final int PEER_CONNECTED = 1;
    /** There is none (the reason). */
    static final int PEER_FAILED = 2;
    /** Bytes have come (which). */
    static final int PEER_BYTES = 3;
    /** Nothing more comes. */
    static final int PEER_END = 4;
    /** The connection was reset. */
    static final int PEER_RESET = 5;
    /** Nothing comes unless more is written. */
    static final int PEER_SILENT = 6;
    /** The same, and whether that is so, or for how long, is not known (a line). */
    static final int PEER_UNKNOWN = 7;
    /** Something has come of which an execution was told that it does not. */
    static final int PEER_LATE = 8;
    /** The peer takes nothing more (the reason). */
    static final int PEER_BROKEN = 9;
    /** The program strays from the record (a line). */
    static final int STRAYED = 10;
    /** The status with which an execution ends that has strayed: {@code mcr_protocol::network::STRAYED}. */
    static final int STRAYED_STATUS = -2147483648;
}
