package dev.mcr;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;

/**
 * The call or lambda of a thread whose receiver and arguments are being collected, one hook for each of them: see
 * {@link Calls}.
 *
 * <p>There is one at a time: between the first hook and the last one the thread does nothing else. What JDK code does
 * in between (it may load a class) knows by {@link Control#open} that this call is not its own.
 */
final class CollectedCall {
    int site;
    Object receiver;
    /** It changes nothing in this object, which it is called on; or null. */
    Object looked;
    /** Whose monitors the call may take; null if nobody is to look. */
    Object target;
    /** An object that is called inside, while monitors are held that matter, and by which method; or null. */
    Object holder;
    String holding;
    long hash;
    /** The {@code Field}, {@code VarHandle} or {@code Unsafe} through which an access is being made, or null. */
    Object accessor;
    /** The arguments of the accessor so far, primitive ones boxed; or of the handle. */
    private Object[] arguments = new Object[8];
    private int argumentCount;
    /** An argument of a lambda has been collected. */
    boolean any;
    /**
     * The version that what comes out of the call shares: that of the first argument whose class is not rewritten; 0 if
     * there is none so far.
     */
    long group;
    /** The versions of such arguments, and these themselves. */
    long[] versions;
    private Object[] given = new Object[4];
    private int givenCount;
    /** It is a static method that may hand on what it is given. */
    boolean handsOn;
    /** What the thread has written is to be in memory before the call: under TSO and PSO. */
    boolean fence;
    /** The location of state behind the static method being called; 0 if it has none. */
    long staticState;
    /** The call does not change that state. */
    boolean looks;
    /** It is a static method or a constructor that may use what it is given. */
    boolean touches;
    /** It is a call of a logger, formatter or handler, which has no version: it uses the records that it is given. */
    boolean logs;
    /** What it does to what it is given: in the words of {@link CoarseCalls}. */
    int use;
    /** What is called leads to other code, which sees for itself what happens to arrays. */
    boolean leadsOn;
    /**
     * A method is called by reflection or through a handle: an argument of a class that is not rewritten may be its
     * receiver.
     */
    boolean reflects;
    /** The method, if it is known. */
    Method method;
    /** The next argument is the receiver of that method. */
    boolean asksForTarget;
    /** The array that it is given is its arguments. */
    boolean spreads;
    /** The handle that is invoked. */
    MethodHandle invoked;
    /** The same, if it matters on which objects it calls what: it may take monitors that the program takes as well. */
    MethodHandle handle;
    /** The handle that is called otherwise: it may be bound to the argument. */
    MethodHandle bound;
    /** What is known of them all; the next call has an object of its own. */
    CallSize.Arguments known = new CallSize.Arguments();
    /** Arrays among the arguments. */
    private Object[] arrays = new Object[4];
    private int arrayCount;

    /** Begins with a call at this place; {@code hash} stands for what is called. */
    void begin(int site, Object receiver, long hash) {
        this.site = site;
        this.receiver = receiver;
        this.hash = hash;
        looked = null;
        known = new CallSize.Arguments();
        target = null;
        holder = null;
        holding = null;
        arrayCount = 0;
        givenCount = 0;
        versions = JointCalls.NONE;
        accessor = null;
        group = 0;
        staticState = 0;
        looks = false;
        handsOn = false;
        fence = false;
        leadsOn = false;
        reflects = false;
        spreads = false;
        method = null;
        asksForTarget = false;
        invoked = null;
        bound = null;
        handle = null;
        touches = false;
        logs = false;
        use = CoarseCalls.GIVEN;
    }

    void add(long bits) {
        hash = Hash.mix(hash, bits);
        any = true;
    }

    /** A primitive argument: itself if the call is an access, else what it is in the hash. */
    void addPrimitive(int value) {
        if (accessor != null) {
            addArgument(value);
        } else {
            add(value);
            known.add(value);
        }
    }

    void addPrimitive(long value) {
        if (accessor != null) {
            addArgument(value);
        } else {
            add(value);
            known.add(value);
        }
    }

    void addPrimitive(float value) {
        if (accessor != null) {
            addArgument(value);
        } else {
            add(Float.floatToRawIntBits(value));
        }
    }

    void addPrimitive(double value) {
        if (accessor != null) {
            addArgument(value);
        } else {
            add(Double.doubleToRawLongBits(value));
        }
    }

    /** The call calls this method of another object. */
    void callsInside(Object object, String method) {
        holder = object;
        holding = method;
    }

    /** The call is an access through this accessor, which gets the arguments themselves. */
    void openAccessor(Object accessor) {
        this.accessor = accessor;
        argumentCount = 0;
    }

    /** The call invokes this handle, and it matters what that calls. */
    void openHandle(MethodHandle handle) {
        this.handle = handle;
        argumentCount = 0;
    }

    void addArgument(Object argument) {
        if (argumentCount == arguments.length) {
            arguments = Copies.of(arguments, argumentCount * 2);
        }
        arguments[argumentCount++] = argument;
    }

    /** The arguments collected for an accessor or a handle. */
    Object[] takeArguments() {
        Object[] taken = new Object[argumentCount];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = arguments[i];
            arguments[i] = null;
        }
        argumentCount = 0;
        return taken;
    }

    void addArray(Object array) {
        if (arrayCount == arrays.length) {
            arrays = Copies.of(arrays, arrayCount * 2);
        }
        arrays[arrayCount++] = array;
    }

    /** An argument has this version. */
    void addGiven(Object argument, long version) {
        if (givenCount == given.length) {
            given = Copies.of(given, givenCount * 2);
        }
        given[givenCount++] = argument;
        versions = JointCalls.with(versions, version);
        if (group == 0) {
            group = version;
        }
    }

    /** The arguments that have a version. */
    Object[] given() {
        return Copies.of(given, givenCount);
    }

    boolean changesState() {
        return staticState != 0 && !looks;
    }

    /** The arrays among the arguments. */
    Object[] arrays() {
        return Copies.of(arrays, arrayCount);
    }
}
