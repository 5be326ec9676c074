package dev.mcr;

/**
 * Threads that several others start, or make daemons: who is first decides, and whoever starts it second gets an
 * {@code IllegalThreadStateException}.
 *
 * <p>Mostly the thread that has made another one is the only one that does so; then the start is one event, and what
 * it depends on, the starter knows. When several do so with one and the same thread, the exploration begins anew, and
 * a start is what it is in the JDK: in the thread's monitor it reads whether the thread was started, then the daemon
 * flag, and starts it. Reading the flag and starting are one step for those who set the flag ({@link #FLAG}).
 *
 * <p>Whether there are several has to be known over all executions: the search may put a start of one together with one
 * of another without running that. Threads are known by name for that, which rarely differs between executions.
 */
final class StartRaces {
    private StartRaces() {}

    /** Over all executions, by the name of a thread: who was first to start it, or to make it a daemon. */
    private static final LongMap ACTORS = new LongMap();
    /** The lock of a daemon flag: nobody sets it while the thread is being started. */
    private static final long FLAG = Hash.text(71, "daemon flag");
    private static final long DAEMON = Hash.text(71, "setDaemon");

    /** That nobody else has this thread, nobody else can start it. */
    private static boolean isOwn(Thread thread) {
        return !Names.isNamed(thread) && Threads.find(thread) == null;
    }

    private static boolean areTold() {
        return Insights.has(Insights.STARTS_RACE);
    }

    /** A thread of the program is about to start another one, or to set its daemon flag. */
    private static void acts(Control me, Thread thread) {
        long name = Names.of(me, thread);
        long actor = Hash.notNull(Hash.mix(me.id, 1));
        long first = ACTORS.get(name);
        Remembered.note(Remembered.STARTS, name, actor);
        if (first == 0) {
            ACTORS.put(name, actor);
        }
        Control known = Threads.find(thread);
        boolean isStarted = known != null && known.starts.starter != me;
        if (first != 0 && first != actor || isStarted) {
            Insights.show(Insights.STARTS_RACE);
            CallMonitors.usedByProgram(me, thread);
        }
    }

    /** Whether another thread is about to start this one. */
    static boolean isBeingStarted(Control me, Thread thread) {
        Control known = Threads.find(thread);
        return known != null && known.starts.starter != null && known.starts.starter != me && !known.starts.happened;
    }

    /** The JVM's monitor of a thread is needed that is being started: within {@code start}, its starter has it. */
    static void needsMonitor(Control me, Thread thread) {
        if (!areTold()) {
            acts(me, thread);
            me.stopping = true;
            throw Stop.STOP;
        }
    }

    /**
     * What comes before a start: false if the thread was started by another one, as the JDK will find. If true, {@link
     * #happened} has to follow.
     */
    static boolean begins(Control me, Thread thread) {
        if (isOwn(thread)) {
            return true;
        }
        me.initialiserTells();
        acts(me, thread);
        if (!areTold()) {
            return true;
        }
        long monitor = Names.of(me, thread);
        boolean enters = !Native.owns(me.id, monitor);
        if (enters) {
            Monitors.enter(me, monitor, me.place());
        }
        if (Threads.sees(me, thread)) {
            me.starts.learns(thread);
            if (enters) {
                Monitors.exit(me, monitor, me.place());
            }
            return false;
        }
        long flag = flag(monitor);
        Monitors.enter(me, flag, me.place());
        Versions.observe(me, thread);
        me.starts.entered = enters ? monitor : 0;
        me.starts.flag = flag;
        return true;
    }

    /** The thread was started. */
    static void happened(Control me) {
        if (me.starts.flag != 0) {
            long flag = me.starts.flag;
            me.starts.flag = 0;
            Monitors.exit(me, flag, me.place());
            if (me.starts.entered != 0) {
                Monitors.exit(me, me.starts.entered, me.place());
            }
        }
    }

    private static long flag(long thread) {
        long flag = Hash.notNull(Hash.mix(thread, FLAG));
        if (Labels.isNew(flag)) {
            Native.labelObject(flag, "daemon flag", true);
        }
        return flag;
    }

    /**
     * {@code Thread.setDaemon}; false if the JDK has to do it. That the JVM's own thread has ended it may take a while
     * to notice.
     */
    static boolean setDaemon(Control me, Thread thread, boolean on) {
        if (me == null || ThreadFields.isVirtual(thread)) {
            return false;
        }
        if (isOwn(thread)) {
            me.changes();
            return false;
        }
        me.initialiserTells();
        if (Threads.isAlive(me, thread, me.place())) {
            throw new IllegalThreadStateException();
        }
        acts(me, thread);
        long flag = flag(Names.of(me, thread));
        if (areTold()) {
            Monitors.enter(me, flag, me.place());
        }
        Versions.update(me, Versions.of(me, thread), Hash.mix(DAEMON, on ? 1 : 0), me.place());
        ThreadFields.setDaemon(thread, on);
        if (areTold()) {
            Monitors.exit(me, flag, me.place());
        }
        return true;
    }

    /** The thread sets what threads inherit from this one, its priority or its context class loader. */
    static void inheritedSet(Control me, Thread thread) {
        if (me != null && me.thread != thread && !isOwn(thread)) {
            Insights.show(Insights.THREADS_INHERIT);
        }
    }

    /** The thread makes another one, which inherits what somebody else may set meanwhile. */
    static void inherited(Control me) {
        // A thread that is just being attached to the JVM must not wait for a class to be initialised.
        if (me != null) {
            observe(me, Insights.has(Insights.THREADS_INHERIT) || areTold() && me.id != 0);
        }
    }

    /** The new thread has got its priority, and gets the loader next. */
    static void inheritsLoader(Control me) {
        observe(me, Insights.has(Insights.THREADS_INHERIT));
    }

    private static void observe(Control me, boolean mayBeSet) {
        if (mayBeSet && !me.isSilent()) {
            Versions.observe(me, me.thread);
        }
    }
}
