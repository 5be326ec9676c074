package dev.mcr;

/** Start, end and join of threads, and the end of the execution. */
final class Threads {
    private Threads() {}

    private static final long CHILD = 0x746872656164L;
    /** Stands for the name of a thread that the JDK has for itself. */
    private static final long OF_JDK = 4;

    /** The threads of this execution. */
    private static Control[] controls = new Control[8];
    private static int count;

    static void reset() {
        count = 0;
        nextNumber = 0;
        java.util.Arrays.fill(controls, null);
    }

    static Control register(Thread thread, long id) {
        if (count == controls.length) {
            controls = Copies.of(controls, count * 2);
        }
        Control made;
        Control me = Hooks.suspend();
        try {
            made = new Control(thread, id, count + 1);
        } finally {
            Hooks.resume(me);
        }
        made.starts.group = ThreadFields.group(thread);
        return controls[count++] = made;
    }

    /** Whether no thread but main has been started. */
    static boolean isAlone() {
        return count == 1;
    }

    /** The first of them, main before all others. */
    static Control[] first(int number) {
        return Copies.of(controls, Math.min(number, count));
    }

    static Control find(Thread thread) {
        for (int i = 0; i < count; i++) {
            if (controls[i].thread == thread) {
                return controls[i];
            }
        }
        return null;
    }

    /** The thread of this name. */
    static Control find(long id) {
        for (int i = 0; i < count; i++) {
            if (controls[i].id == id) {
                return controls[i];
            }
        }
        return null;
    }

    /** Called by the agent in a new thread, when it gets its first turn or, {@code stopped}, has to end at once. */
    static void attached(Thread thread, boolean stopped) {
        Control me = find(thread);
        me.stopping = stopped;
        Hooks.running = me;
        if (StoreBuffers.on && !stopped) {
            StoreBuffers.turn(me);
        }
        seed(me);
    }

    /** Otherwise the first use would seed them from a counter that goes on from execution to execution. */
    static void seed(Control me) {
        Thread thread = me.thread;
        ClassInfo.UNSAFE.putLong(thread, SEED, Hash.mix(me.id, 1));
        ClassInfo.UNSAFE.putInt(thread, PROBE, (int) Hash.mix(me.id, 2) | 1);
        ClassInfo.UNSAFE.putInt(thread, SECONDARY, (int) Hash.mix(me.id, 3) | 1);
    }

    /** Stands for what a thread draws its own random numbers from. */
    static long seeds(Thread thread) {
        long hash = Hash.mix(ClassInfo.UNSAFE.getLong(thread, SEED), ClassInfo.UNSAFE.getInt(thread, PROBE));
        return Hash.mix(hash, ClassInfo.UNSAFE.getInt(thread, SECONDARY));
    }

    private static final long SEED = ClassInfo.UNSAFE.objectFieldOffset(Thread.class, "threadLocalRandomSeed");
    private static final long PROBE = ClassInfo.UNSAFE.objectFieldOffset(Thread.class, "threadLocalRandomProbe");

    private static final long SECONDARY =
            ClassInfo.UNSAFE.objectFieldOffset(Thread.class, "threadLocalRandomSecondarySeed");

    static void start(Control me, Thread thread) {
        if (me == null || isOfJdk(thread)) {
            return;
        }
        Control known = find(thread);
        boolean refuses = known == null ? !isNew(thread)
                : known == me || known.starts.starter == me || known.starts.starter == null;
        if (refuses || me.starts.knows(thread) || !StartRaces.begins(me, thread)) {
            return;
        }
        me.initialiserTells();
        if (isAlone()) {
            Insights.aloneNoMore();
        }
        int index = me.counts.threadsStarted++;
        boolean raced = me.starts.flag != 0;
        // Those who ask about a thread that several may start know which it is, but not who has started it.
        long child = (raced ? Hash.mix(Names.of(me, thread), CHILD) : Hash.mix(Hash.mix(me.id, CHILD), index)) | 1;
        long argument = Hash.mix(Names.of(me, thread), Names.of(me, ThreadFields.target(thread)));
        argument = raced ? Hash.mix(argument, me.id) : argument;
        // A handler that was set since the thread has its name.
        Names.of(me, ThreadFields.handler(thread));
        int place = me.place();
        Steps.prepare(me, place);
        me.acts();
        LivingThreads.starts(me);
        Control control = register(thread, child);
        VirtualTime.tell(me);
        long nanos = me.counts.nanos;
        control.counts.nanos = nanos;
        control.counts.toldNanos = nanos;
        // The thread knows the time from the start, which nobody else tells it.
        argument = nanos == 0 ? argument : Hash.mix(argument, nanos);
        control.known = me.known.copy();
        control.starts.starter = me;
        control.starts.index = raced ? -1 : index;
        control.starts.path = me.starts.path.isEmpty() ? Integer.toString(index + 1)
                : me.starts.path + "." + (index + 1);
        EarlySignals.starts(me, control);
        long tells = startsTell() ? started(me, thread) : 0;
        // The end of a virtual thread is nothing to its monitor.
        if (Insights.has(Insights.ENDS_NOTIFY) && !ThreadFields.isVirtual(thread)) {
            Native.endNotifies(child, Names.of(me, thread));
        }
        boolean daemon = thread.isDaemon();
        ShutdownHooks.starts(me, thread, child);
        JointCalls.leave(me);
        Steps.resumed(me, Native.start(Steps.turn(me), place, thread, label(control), child, argument, daemon, tells));
        Fences.happened(me);
    }

    /** Whether it is a thread that the JDK makes for itself. */
    static boolean isOfJdk(Thread thread) {
        return isOfJdk(thread.getClass());
    }

    /** Whether objects of this class are such threads. Not those of a library that is loaded as the program is. */
    static boolean isOfJdk(Class<?> type) {
        return type.getName().startsWith("jdk.internal.") && !AppLoader.is(type.getClassLoader());
    }

    private static boolean isNew(Thread thread) {
        Control me = Hooks.suspend();
        try {
            return thread.getState() == Thread.State.NEW;
        } finally {
            Hooks.resume(me);
        }
    }

    /** What reports call a thread. Virtual threads mostly have no name. */
    private static String label(Control control) {
        String name = control.thread.getName();
        return name.isEmpty() ? "thread " + control.starts.path : name;
    }

    /**
     * Takes the place of {@code thread.start0()}: a start that was not announced before is announced now, when nothing
     * can hinder it.
     */
    static void start0(Control me, Thread thread) {
        start(me, thread);
        Control started = find(thread);
        if (started != null) {
            started.starts.happened = true;
        } else {
            LoaderCode.startsThread(thread);
            Native.mark(thread, OF_JDK);
        }
        if (started != null) {
            Native.startOfProgram(thread, started.id);
        } else {
            Native.start0(thread);
        }
        if (me != null) {
            StartRaces.happened(me);
        }
    }

    /** Ends the check: what the thread was about to do must not happen. */
    static void refuse(Control me, String message) {
        Native.unsupported(message);
        me.stopping = true;
        throw Stop.STOP;
    }

    /** {@code thread.join(millis)}, called by a rewritten call site. */
    static void join(Control me, Thread thread, long millis, int site) throws InterruptedException {
        if (me != null) {
            me.callSite = site;
        }
        if (!joined(me, thread, millis)) {
            thread.join(millis);
        }
    }

    private static long started(Control me, Thread thread) {
        return fact(me, thread, CHILD, "started", 'Z');
    }

    /** Something about a thread as a location of the given kind. */
    static long fact(Control me, Thread thread, long key, String label, char kind) {
        long name = Names.of(me, thread);
        long location = Hash.mix(name, key);
        if (Labels.isNew(location)) {
            Native.labelDeclaredField(location, name, label, kind, true);
        }
        return location;
    }

    /**
     * A thread of the program of which something is asked, or null if it has not started or is none. Who has not
     * started it himself learns that by a read.
     */
    static Control asked(Control me, Thread thread) {
        Control other = find(thread);
        if (knows(me, thread, other)) {
            return other;
        }
        if (!startsTell()) {
            Insights.show(Insights.STARTS_TELL);
            return other;
        }
        if (!sees(me, thread)) {
            return null;
        }
        me.starts.learns(thread);
        // It will not ask again.
        me.acts();
        return find(thread);
    }

    /** Whether a thread need not ask whether another one has started. */
    private static boolean knows(Control me, Thread thread, Control other) {
        return other == me || other != null && (other.starts.starter == me || other.id == 0) || other == null
                && thread.isAlive()
                || me.starts.knows(thread);
    }

    /** Whether starts tell: then {@link #sees} finds out. */
    static boolean startsTell() {
        return Insights.has(Insights.STARTS_TELL) || Insights.has(Insights.STARTS_RACE);
    }

    /** Reads whether a thread has started. */
    static boolean sees(Control me, Thread thread) {
        return Steps.number(me, started(me, thread)) != 0;
    }

    /** Joins a controlled thread; false if the JVM has to do it. */
    static boolean joined(Control me, Thread thread, long millis) throws InterruptedException {
        if (me == null || millis < 0) {
            return false;
        }
        // That of a virtual thread is for nothing but its name.
        if (!CallMonitors.isUsed(thread) || ThreadFields.isVirtual(thread)) {
            return joinedOutside(me, thread, millis);
        }
        long monitor = Names.of(me, thread);
        if (Native.owns(me.id, monitor)) {
            return joinedOutside(me, thread, millis);
        }
        Monitors.enter(me, monitor, me.place());
        try {
            return joinedOutside(me, thread, millis);
        } finally {
            if (!me.stopping) {
                Monitors.exit(me, monitor, me.place());
            }
        }
    }

    /** The same, of a thread whose monitor the program does not take, or which has been entered. */
    private static boolean joinedOutside(Control me, Thread thread, long millis) throws InterruptedException {
        if (startsTell() && !knows(me, thread, find(thread))) {
            // The JDK enters the monitor of the thread before it looks.
            Fences.full(me, me.place());
        }
        Control other = asked(me, thread);
        if (other == null) {
            return !thread.isAlive();
        }
        if (!ThreadFields.isVirtual(thread) && Native.owns(me.id, Names.of(me, thread))) {
            joinAsOwner(me, thread, millis);
            return true;
        }
        // The end of a virtual thread is a latch, not a notification under its monitor.
        boolean latch = ThreadFields.isVirtual(thread) && Insights.has(Insights.INTERRUPTS);
        if (latch && !isAlive(me, thread, me.place())) {
            me.starts.joins(other);
            return true;
        }
        int patience = (millis > 0 ? VirtualTime.limitMillis(millis) : Codes.FOREVER) | Interrupts.patience();
        long woke = Steps.step(me, me.place(), Codes.JOIN, other.id, patience);
        if (patience != Codes.FOREVER) {
            me.learn(woke);
            if (woke == Codes.INTERRUPTION) {
                throw new InterruptedException();
            }
            if (woke == Codes.TIMED_OUT) {
                VirtualTime.pass(me, millis);
                return true;
            }
        }
        if (latch && Interrupts.mayHaveEndedWait(me)) {
            throw new InterruptedException();
        }
        me.starts.joins(other);
        return true;
    }

    /**
     * Who has the monitor of the thread gives it away while it waits: {@code join} is a wait for the end, which
     * notifies.
     */
    private static void joinAsOwner(Control me, Thread thread, long millis) throws InterruptedException {
        long since = VirtualTime.begin(me);
        long left = millis;
        while (isAlive(me, thread, me.place()) && (millis == 0 || left > 0)) {
            Monitors.await(me, thread, left, me.place());
            left = VirtualTime.leftMillis(me, millis, since);
        }
    }

    /** The program takes the monitor of a thread: the end takes it as well, and notifies those who wait for it. */
    static void monitorIsUsed(Thread thread) {
        if (!ThreadFields.isVirtual(thread)) {
            Insights.show(Insights.ENDS_NOTIFY);
        }
    }

    /** How many processors the program is told that there are. */
    static final int PROCESSORS = 2;

    private static final Thread.State[] STATES = {Thread.State.RUNNABLE, Thread.State.BLOCKED, Thread.State.WAITING,
        Thread.State.TIMED_WAITING, Thread.State.TERMINATED};

    static Thread.State state(Control me, Control other) {
        if (other == me) {
            return Thread.State.RUNNABLE;
        }
        Locks.seeThrough();
        long state = Steps.step(me, me.place(), Codes.STATE, other.id, 0);
        me.learn(state);
        if (VirtualTime.isOrdered()) {
            return STATES[(int) state];
        }
        boolean isSeen = Sleeps.isAsked(other);
        return state == Codes.RUNNING && isSeen && Sleeps.asks(me, other) ? Thread.State.TIMED_WAITING
                : STATES[(int) state];
    }

    /** The same as one of the answers of {@link Codes#STATE}. */
    static int stateCode(Control me, Control other) {
        return state(me, other).ordinal() - Thread.State.RUNNABLE.ordinal();
    }

    private static final long NUMBERING = Hash.text(43, "thread numbering");
    private static int nextNumber;

    /** The number in the name of a thread that is given none. */
    static int number(Control me, int site) {
        if (Labels.isNew(NUMBERING)) {
            Native.labelDeclaredField(NUMBERING, 0, "number of the next thread", 'I', true);
        }
        me.initialiserTells();
        Steps.step(me, site, Codes.UPDATE, NUMBERING, 0);
        int number = nextNumber++;
        Steps.updated(me, NUMBERING, number, number + 1);
        return number;
    }

    /** A method of this name that is not that of {@code Thread}: the call site cannot tell. */
    static boolean callIsAlive(Object object) {
        try {
            return (Boolean) methodIsAlive(object.getClass()).invoke(object);
        } catch (java.lang.reflect.InvocationTargetException e) {
            ClassInfo.UNSAFE.throwException(e.getCause());
            throw new AssertionError(e);
        } catch (ReflectiveOperationException e) {
            throw new AbstractMethodError(e.getMessage());
        }
    }

    private static java.lang.reflect.Method methodIsAlive(Class<?> of) throws NoSuchMethodException {
        Control me = Hooks.suspend();
        try {
            java.lang.reflect.Method method = null;
            for (Class<?> type = of; method == null && type != null; type = type.getSuperclass()) {
                try {
                    method = type.getDeclaredMethod("isAlive");
                } catch (NoSuchMethodException e) {
                    // Inherited.
                }
            }
            if (method == null) {
                method = of.getMethod("isAlive");
            }
            Internals.makeAccessible(method);
            return method;
        } finally {
            Hooks.resume(me);
        }
    }

    static boolean isAlive(Control me, Thread thread, int site) {
        Control other = me == null ? null : asked(me, thread);
        if (other == null) {
            return thread.isAlive();
        }
        if (other == me) {
            return true;
        }
        long alive = Steps.step(me, site, Codes.ALIVE, other.id, 0);
        me.learn(alive);
        return alive != 0;
    }

    /** {@code Runtime.exit}, or {@code halt}, which asks no hooks; false if the JVM has to do it. */
    static boolean exit(Control me, int status, boolean hooks) {
        if (me == null) {
            return false;
        }
        if (!me.stopping) {
            if (hooks) {
                ShutdownHooks.exits(me);
            }
            // For the system that is 0 as well.
            end(me, status == Codes.STRAYED_STATUS ? 0 : status);
        }
        throw Stop.STOP;
    }

    /** The execution ends with this status. */
    static void end(Control me, int status) {
        JointCalls.leave(me);
        Native.exit(me.id, me.place(), status);
        Hooks.running = me;
        me.stopping = true;
        throw Stop.STOP;
    }
}
