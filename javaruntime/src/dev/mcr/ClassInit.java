package dev.mcr;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;

/**
 * Who initialises a class (JVMS 5.5), for the classes whose static initialisers tell: see {@link Initialisation}. For
 * each of them there is a monitor and a location that says whether the class is initialised. A thread that needs the
 * class enters the monitor and reads the location. If nobody has come before it, it runs the initialiser there and
 * then, between these events and the write that reports the end; others wait at the monitor, and never in the JVM. A
 * thread that knows that a class is initialised, or is in the middle of initialising it, goes on at once.
 *
 * <p>All other initialisers run silently, as soon as a thread needs the class ({@link SilentInit}).
 *
 * <p>An initialiser may look at its own stack, so whatever is between it and the instruction that needs the class is
 * hidden from that.
 */
final class ClassInit {
    private ClassInit() {}

    private static final Unsafe UNSAFE = ClassInfo.UNSAFE;
    private static final long MONITOR = 0x434c494e49540001L;
    private static final long STATE = 0x434c494e49540003L;
    /** What a state says of a class that is initialised; that of one that failed is larger and says how. */
    private static final long INITIALISED = 1;
    private static final long MESSAGE = UNSAFE.objectFieldOffset(Throwable.class, "detailMessage");
    private static final int NO = 1, YES = 2;

    /** Number of the execution. */
    private static int execution;
    /** For each site the last execution in which its class was initialised silently. */
    private static int[] done = new int[1 << 10];
    /** For each site the key of the class that it may initialise; 0 if not known yet. */
    private static long[] keys = new long[1 << 10];
    /** For each site the name of that class, if it is another one than the instruction names. */
    private static String[] declaring = new String[1 << 10];
    /** The states of classes in this execution. */
    private static LongMap states = new LongMap();
    /** Whether threads compete for a class, in this execution. */
    private static LongMap contested = new LongMap();
    /**
     * What initialisers have found, in this execution, when they asked whether assertions are on: classes keep it in a
     * field that is no location, so it is a part of what the state tells.
     */
    private static LongMap assertions = new LongMap();

    static void reset() {
        assertions = new LongMap();
        execution++;
        states = new LongMap();
        contested = new LongMap();
        late = new LongMap();
        LambdaInit.reset();
    }

    /** The classes that a thread is initialising, innermost last, and those that it knows to be initialised. */
    static final class Stack {
        long[] classes = new long[8];
        /** Whether it competed for the class. */
        private boolean[] claimed = new boolean[8];
        /** Whether its initialiser has begun. */
        private boolean[] begun = new boolean[8];
        int depth;
        private LongMap known;
        /** Stands for what is known. */
        private long sum;

        void push(long key, boolean claim) {
            if (depth == classes.length) {
                classes = Copies.of(classes, depth * 2);
                claimed = Copies.of(claimed, depth * 2);
                begun = Copies.of(begun, depth * 2);
            }
            classes[depth] = key;
            begun[depth] = false;
            claimed[depth++] = claim;
        }

        int find(long key) {
            for (int i = depth - 1; i >= 0; i--) {
                if (classes[i] == key) {
                    return i;
                }
            }
            return -1;
        }

        /** The state of a class as far as the thread knows; 0 if it does not. */
        private long known(long key) {
            return known == null ? 0 : known.get(key);
        }

        private void learn(long key, long state) {
            if (known == null) {
                known = new LongMap();
            }
            sum += Hash.mix(key, state) - Hash.mix(key, known.get(key));
            known.put(key, state);
        }

        /** Stands for all that the thread knows of states of classes. */
        long sum() {
            return sum;
        }
    }

    /** Whether there is nothing to do at a site, whatever the thread. */
    static boolean isDone(int site) {
        return site < done.length && done[site] == execution;
    }

    /** Called before an instruction that may initialise a class. {@code named} is the class it names. */
    @Hidden
    static void before(Control me, Class<?> named, int site) {
        if (me.stopping) {
            throw Stop.STOP;
        }
        long key = keyAt(named, site);
        if (me.inits.known(key) == INITIALISED) {
            return;
        }
        Class<?> type = needed(named, site);
        if (type == null || trigger(me, type, key, site)) {
            done[site] = execution;
        }
    }

    /**
     * The same in code of which no notice is taken. The JVM asks at an instruction when it runs for the first time; the
     * class may stay, and not be initialised any more ({@link KeptClasses}).
     */
    @Hidden
    static void unseen(Class<?> named, int site) {
        Control me = Hooks.running;
        if (me != null && me.stopping) {
            return;
        }
        keyAt(named, site);
        Class<?> type = needed(named, site);
        if (type != null && shouldBeInitialized(type)) {
            initialise(type);
        } else if (type != null && ClassInfo.isGenerated(type.getName())) {
            LambdaInit.unseen(type, site);
        }
    }

    /** A thread has asked whether assertions are on, and has found what this version says. */
    static void assertionsAsked(Control me, long version) {
        if (me.inits.depth > 0) {
            assertions.put(me.inits.classes[me.inits.depth - 1], version);
        }
    }

    private static long told(long key, long state) {
        long asked = state == 0 ? 0 : assertions.get(key);
        return asked == 0 ? state : Hash.mix(state, asked);
    }

    /** Called before anything else that may initialise a class. */
    @Hidden
    static void before(Control me, Class<?> type) {
        if (me.stopping) {
            throw Stop.STOP;
        }
        long key = key(type);
        if (me.inits.known(key) != INITIALISED) {
            trigger(me, type, key, me.callSite);
        }
    }

    /**
     * Called before code of the JDK makes the JVM initialise a class. In the middle of an operation nothing can be
     * announced.
     */
    @Hidden
    static void beforeJdk(Control me, Class<?> type) {
        if (me.open == Control.NONE) {
            before(me, type);
        }
    }

    static boolean isOfProgram(Class<?> type) {
        return type.getClassLoader() != null;
    }

    /** The hooks themselves ask the JVM, by methods that are hooked. */
    private static boolean asking;

    /** Whether the hooks have called the method that begins now. */
    static boolean asksJvm() {
        boolean asks = asking;
        asking = false;
        return asks;
    }

    /** What the JVM does when a class is needed. */
    @Hidden
    static void initialise(Class<?> type) {
        Native.initialise(type);
    }

    /** What the JVM knows. */
    static boolean shouldBeInitialized(Class<?> type) {
        asking = true;
        return UNSAFE.shouldBeInitialized(type);
    }

    private static long keyAt(Class<?> named, int site) {
        if (site >= keys.length) {
            int length = Copies.lengthFor(site);
            done = Copies.of(done, length);
            keys = Copies.of(keys, length);
            declaring = Copies.of(declaring, length);
        }
        if (keys[site] == 0) {
            String name = Native.initialised(site);
            String dotted = name.replace('/', '.');
            declaring[site] = dotted.equals(named.getName()) ? null : dotted;
            Class<?> type = needed(named, site);
            keys[site] = Initialisation.key(name, type == null ? 0 : Loaders.of(type));
        }
        return keys[site];
    }

    /** The class that an instruction may initialise, which names this one; {@link #keyAt} has been asked. */
    private static Class<?> needed(Class<?> named, int site) {
        return declaring[site] == null ? named : find(named, declaring[site]);
    }

    /** A class among another one and what it inherits from. */
    private static Class<?> find(Class<?> from, String name) {
        if (from == null || from.getName().equals(name)) {
            return from;
        }
        for (Class<?> implemented : from.getInterfaces()) {
            Class<?> found = find(implemented, name);
            if (found != null) {
                return found;
            }
        }
        return find(from.getSuperclass(), name);
    }

    static long key(Class<?> type) {
        return Initialisation.key(type.getName().replace('.', '/'), Loaders.of(type));
    }

    /** Initialises a class; true if that is silent and done for this execution. */
    @Hidden
    private static boolean trigger(Control me, Class<?> type, long key, int site) {
        if (type.getClassLoader() == null) {
            return true;
        }
        if (ClassInfo.isGenerated(type.getName())) {
            return LambdaInit.initialise(me, type, site);
        }
        if (isContested(type, key)) {
            compete(me, type, key, site);
            return false;
        }
        return SilentInit.initialise(me, type, key);
    }

    /** Whether initialising a class runs an initialiser that tells. */
    static boolean isContested(Class<?> type) {
        return type != null && type.getClassLoader() != null && isContested(type, key(type));
    }

    /** Whether initialising a class runs an initialiser that tells. */
    private static boolean isContested(Class<?> type, long key) {
        if (!Initialisation.anyTells()) {
            return false;
        }
        long known = contested.get(key);
        if (known == 0) {
            boolean tells = Initialisation.tells(key) || Initialisation.tells(SilentInit.cycle(key));
            for (Class<?> parent : type.getInterfaces()) {
                tells |= isContested(parent);
            }
            tells |= isContested(type.getSuperclass());
            contested.put(key, known = tells ? YES : NO);
        }
        return known == YES;
    }

    // Initialisers that tell.

    @Hidden
    private static void compete(Control me, Class<?> type, long key, int site) {
        me.initialiserTells();
        int depth = me.inits.depth;
        if (!claim(me, type.getName(), key, site)) {
            if (me.inits.known(key) > INITIALISED) {
                // It has failed: this throws what the instruction would throw, before that is announced.
                initialise(type);
            }
            return;
        }
        Throwable thrown = null;
        try {
            if (!type.isInterface()) {
                claimParents(me, type, site);
            }
            refuseToBlock(me, type, key);
            initialise(type);
        } catch (Throwable t) {
            thrown = t;
        }
        if (me.stopping) {
            throw Stop.STOP;
        }
        if (thrown != null) {
            fail(type);
            abandonParents(me, depth + 1, site);
        }
        finish(me, depth, thrown == null ? INITIALISED : failure(me, thrown), site);
        if (thrown != null) {
            UNSAFE.throwException(thrown);
        }
    }

    /** Finds out whether this thread has to initialise a class; if so, nobody else does until {@link #finish}. */
    private static boolean claim(Control me, String type, long key, int site) {
        if (me.inits.known(key) != 0 || me.inits.find(key) >= 0) {
            return false;
        }
        long monitor = Hash.mix(MONITOR, key);
        long location = Hash.mix(STATE, key);
        if (Labels.isNew(location)) {
            Control unseen = Hooks.suspend();
            try {
                String name = type.substring(type.lastIndexOf('.') + 1);
                Native.labelObject(monitor, name + ".<clinit>", true);
                Native.labelDeclaredField(location, 0, name + " is initialised", 'J', true);
            } finally {
                Hooks.resume(unseen);
            }
        }
        me.acts();
        Steps.step(me, site, Codes.ACQUIRE, monitor, 0);
        Steps.step(me, site, Codes.READ, location, 0);
        long state = states.get(key);
        Native.completeRead(me.id, told(key, state));
        me.learn(told(key, state));
        if (state == 0) {
            me.inits.push(key, true);
            return true;
        }
        Steps.step(me, site, Codes.RELEASE, monitor, 0);
        me.inits.learn(key, state);
        return false;
    }

    /**
     * The superclasses are initialised by the JVM, once it knows that this thread initialises the class itself; so
     * nothing but the right to do so has to be had before. Interfaces come after the superclass.
     */
    @Hidden
    private static void claimParents(Control me, Class<?> type, int site) {
        Class<?> parent = type.getSuperclass();
        boolean interfaces = false;
        for (Class<?> implemented : type.getInterfaces()) {
            interfaces |= isContested(implemented);
        }
        if (isContested(parent)) {
            if (interfaces) {
                compete(me, parent, key(parent), site);
            } else if (claim(me, parent.getName(), key(parent), site)) {
                claimParents(me, parent, site);
            }
        }
        if (interfaces) {
            competeForInterfaces(me, type, site);
        }
    }

    /** Of the interfaces of a class, those with default methods are initialised with it, superinterfaces first. */
    @Hidden
    static void competeForInterfaces(Control me, Class<?> type, int site) {
        for (Class<?> implemented : type.getInterfaces()) {
            if (isContested(implemented)) {
                competeForInterfaces(me, implemented, site);
                if (Initialisation.tells(key(implemented)) && hasDefaults(implemented)) {
                    compete(me, implemented, key(implemented), site);
                }
            }
        }
    }

    /** Whether the JVM initialises an interface when it does so with a class that implements it. */
    static boolean hasDefaults(Class<?> type) {
        try {
            for (java.lang.reflect.Method method : type.getDeclaredMethods()) {
                int no = java.lang.reflect.Modifier.ABSTRACT | java.lang.reflect.Modifier.STATIC;
                if ((method.getModifiers() & no) == 0) {
                    return true;
                }
            }
            return false;
        } catch (LinkageError e) {
            return true;
        }
    }

    /** What was thrown may have come before the JVM had a look at the class. */
    private static void fail(Class<?> type) {
        KeptClasses.failed(type);
        if (shouldBeInitialized(type)) {
            try {
                initialise(type);
            } catch (LinkageError e) {
                // It has failed, and so it is to be.
            }
        }
    }

    /** What a thread that finds a failed class can learn from the error that it gets. */
    private static long failure(Control me, Throwable thrown) {
        long state = Hash.text(STATE, me.thread.getName());
        for (Throwable t = thrown; t != null; t = t instanceof ExceptionInInitializerError ? t.getCause() : null) {
            state = Hash.text(state, t.getClass().getName());
            String message = (String) UNSAFE.getReference(t, MESSAGE);
            state = message == null ? state : Hash.text(state, message);
        }
        return state & Long.MAX_VALUE | 2;
    }

    /** The classes that this thread has begun to initialise, down to a depth, are initialised or have failed. */
    private static void finish(Control me, int depth, long state, int site) {
        Stack stack = me.inits;
        while (stack.depth > depth) {
            long key = stack.classes[stack.depth - 1];
            if (stack.claimed[stack.depth - 1]) {
                Steps.step(me, site, StoreBuffers.on ? Codes.WRITE_VOLATILE : Codes.WRITE, Hash.mix(STATE, key),
                        told(key, state));
                states.put(key, state);
                me.acts();
                Steps.step(me, site, Codes.RELEASE, Hash.mix(MONITOR, key), 0);
                stack.learn(key, state);
            }
            stack.depth--;
        }
    }

    /**
     * A class has failed. If it could not even be linked, no initialiser has begun: its superclasses, down to a
     * depth, may be initialised by whoever needs them.
     */
    private static void abandonParents(Control me, int depth, int site) {
        Stack stack = me.inits;
        if (stack.begun[stack.depth - 1]) {
            return;
        }
        while (stack.depth > depth) {
            if (stack.claimed[--stack.depth]) {
                Steps.step(me, site, Codes.RELEASE, Hash.mix(MONITOR, stack.classes[stack.depth]), 0);
            }
        }
    }

    /** An initialiser begins: superclasses that this thread has begun to initialise are initialised now. */
    static void started(Control me, long key, int site) {
        int at = me.inits.find(key);
        if (at >= 0) {
            finish(me, at + 1, INITIALISED, site);
            me.inits.begun[at] = true;
        } else if (Initialisation.tells(key)) {
            beginLate(me, key, site);
        }
    }

    // Initialisers that are begun by a route that nobody knows.

    /** For each class whose initialiser the JVM has begun before the thread competed for it, the thread, by number. */
    private static LongMap late = new LongMap();

    /**
     * The JVM has begun an initialiser that tells, and holds its own lock: whoever needs the class now would wait
     * there. The thread competes for the class after the fact, which is right as long as nobody else has.
     */
    private static void beginLate(Control me, long key, int site) {
        String name = Native.siteClass(site).replace('/', '.');
        Native.notCovered("a static initialiser that is begun by code of the JVM or the JDK that is not known to do so",
                site);
        late.put(key, me.number);
        claim(me, name, key, site);
    }

    /** Before the JVM is asked to initialise a class for which this thread has competed. */
    private static void refuseToBlock(Control me, Class<?> type, long key) {
        long runner = late.get(key);
        if (runner != 0 && runner != me.number) {
            Threads.refuse(me, "two threads initialise " + type.getName()
                    + ", one of them in code of the JVM or the JDK that is not known to do so");
        }
    }

    /** An initialiser has ended. */
    static void ended(Control me, long key) {
        if (!me.stopping && late.get(key) == me.number && me.inits.depth > 0
                && me.inits.classes[me.inits.depth - 1] == key) {
            late.put(key, 0);
            finish(me, me.inits.depth - 1, INITIALISED, me.callSite);
        }
    }
}
