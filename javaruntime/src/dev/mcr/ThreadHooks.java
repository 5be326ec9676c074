package dev.mcr;

/**
 * What methods of {@code Thread}, {@code LockSupport}, {@code Runtime} and others of the JDK call at their start, or
 * instead of a call.
 */
public final class ThreadHooks {
    private ThreadHooks() {}

    public static void threadStart(Object thread) {
        Threads.start(Hooks.self(), (Thread) thread);
    }

    public static void threadRun(Object thread) {
        Control me = Hooks.self();
        if (me != null && me.stopping) {
            throw Stop.STOP;
        }
    }

    /** Whether hooks do the work of a method of this thread. */
    public static boolean controls(Object thread) {
        Control me = Hooks.self();
        return me != null && me.thread == thread || me != null && Threads.find((Thread) thread) != null;
    }

    public static boolean controls() {
        return Hooks.self() != null;
    }

    /** The JDK starts threads of its own. */
    public static boolean mayBeOfProgram(Object thread) {
        Control me = Hooks.self();
        return me != null && (me.thread == thread || Threads.find((Thread) thread) != null
                || !Threads.isOfJdk((Thread) thread) && !((Thread) thread).isAlive());
    }

    /** Whether it is a thread of the program that has started; before, the JVM knows the answer. */
    public static boolean hasBegun(Object thread) {
        Control me = Hooks.self();
        return me != null && (me.thread == thread
                || !Threads.isOfJdk((Thread) thread) && Threads.asked(me, (Thread) thread) != null);
    }

    public static void threadExit(Object thread) {
        Control me = Hooks.self();
        if (me != null) {
            VirtualTime.tell(me);
            JointCalls.leave(me);
            me.starts.handler = ThreadFields.handler(me.thread);
        }
    }

    public static void threadMade() {
        StartRaces.inherited(Hooks.self());
    }

    public static ClassLoader inheritedLoader(Object parent, int site) {
        Control me = Hooks.self();
        if (me != null && me.thread == parent) {
            StartRaces.inheritsLoader(me);
        }
        return ((Thread) parent).getContextClassLoader();
    }

    public static void inheritedSet(Object thread) {
        StartRaces.inheritedSet(Hooks.self(), (Thread) thread);
    }

    /** Whether it depends on the end of another thread what the thread says of itself. */
    public static boolean mayEnd(Object thread) {
        return EndedThreads.tell(Hooks.self(), (Thread) thread);
    }

    public static boolean isReadInParts(Object thread) {
        return EndedThreads.isReadInParts(Hooks.self(), (Thread) thread);
    }

    public static Object groupOf(Object thread) {
        return EndedThreads.asked(Hooks.self(), (Thread) thread);
    }

    public static Object handlerOf(Object thread) {
        return EndedThreads.handler(Hooks.self(), (Thread) thread);
    }

    public static Object text(Object thread) {
        return EndedThreads.text(Hooks.self(), (Thread) thread);
    }

    public static boolean interrupt(Object thread) {
        Control me = Hooks.self();
        return me != null && Interrupts.interrupt(me, (Thread) thread);
    }

    public static boolean isInterrupted(Object thread) {
        Control me = Hooks.self();
        Boolean known = ChannelCalls.flag(me, (Thread) thread);
        return known != null ? known : Interrupts.isInterrupted(me, (Thread) thread);
    }

    public static boolean interrupted() {
        return Interrupts.interrupted(Hooks.self());
    }

    public static Object getState(Object thread) {
        return Threads.state(Hooks.self(), Threads.find((Thread) thread));
    }

    public static boolean park() {
        return park(0);
    }

    public static boolean park(Object blocker) {
        return parkFor(blocker, 0);
    }

    public static boolean parkNanos(long nanos) {
        return nanos <= 0 ? Hooks.self() != null : park(nanos);
    }

    public static boolean parkNanos(Object blocker, long nanos) {
        return nanos <= 0 ? Hooks.self() != null : parkFor(blocker, nanos);
    }

    public static boolean parkUntil(long millis) {
        Control me = Hooks.self();
        return me != null && parkNanos(nanosUntil(me, millis));
    }

    public static boolean parkUntil(Object blocker, long millis) {
        Control me = Hooks.self();
        return me != null && parkNanos(blocker, nanosUntil(me, millis));
    }

    private static long nanosUntil(Control me, long millis) {
        return (millis - VirtualTime.ownMillis(me)) * VirtualTime.NANOS_PER_MILLI;
    }

    private static boolean parkFor(Object blocker, long nanos) {
        Control me = Hooks.self();
        Blockers.set(me, blocker);
        boolean parked = park(nanos);
        Blockers.set(me, null);
        return parked;
    }

    private static boolean park(long nanos) {
        Control me = Hooks.self();
        if (me == null) {
            return false;
        }
        Parking.park(me, nanos);
        return true;
    }

    public static Object blocker(Thread thread) {
        return Blockers.get(Hooks.self(), thread);
    }

    public static boolean setCurrentBlocker(Object blocker) {
        return Blockers.set(Hooks.self(), blocker);
    }

    public static boolean unpark(Thread thread) {
        Control me = Hooks.self();
        return me != null && Parking.unpark(me, thread);
    }

    /** The same numbers in every execution. */
    public static boolean secureRandom(Object generator, byte[] bytes) {
        Control me = Hooks.self();
        if (me != null && bytes != null) {
            Randoms.draw(me, (java.security.SecureRandom) generator, bytes);
        }
        return me != null && bytes != null;
    }

    public static Object secureSeed(Object generator, int length) {
        if (length < 0) {
            throw new IllegalArgumentException("numBytes cannot be negative");
        }
        byte[] seed = new byte[length];
        Randoms.fill(Hooks.self(), (java.security.SecureRandom) generator, seed);
        return seed;
    }

    public static boolean randomInit() {
        Control me = Hooks.self();
        if (me != null) {
            Threads.seed(me);
        }
        return me != null;
    }

    /** Whether virtual threads are more than threads. */
    public static boolean continuations(int site) {
        return Hooks.self() == null && JvmState.hasContinuations();
    }

    /**
     * A static initialiser that uses thread locals of the program does something else in each thread. The JDK keeps
     * buffers in its own.
     */
    public static void localAsked(Object local) {
        Control me = Hooks.self();
        if (me != null && me.isSilent() && (local.getClass().getClassLoader() != null || Names.isNamed(local))) {
            me.initialiserTells();
        }
    }

    /** Only this thread will see it. */
    public static void localSet(Object local) {
        localAsked(local);
        Control me = Hooks.self();
        if (me != null && !me.isSilent()) {
            me.locals.changes(me, (ThreadLocal<?>) local);
        }
    }

    /** A thread local gets its first value, which nobody but this thread will see. */
    public static void localMakes(Object local) {
        Control me = Hooks.self();
        if (me != null && !me.isSilent()) {
            me.locals.makes(me, (ThreadLocal<?>) local);
        }
    }

    /** That is being made. */
    public static void localBegins() {
        Control me = Hooks.self();
        if (me != null) {
            me.locals.begin();
        }
    }

    /** It has got it. */
    public static void localMade() {
        Control me = Hooks.self();
        if (me != null) {
            me.locals.end(me);
        }
    }

    public static boolean threadJoin(Object thread) throws InterruptedException {
        return Threads.joined(Hooks.self(), (Thread) thread, 0);
    }

    public static boolean threadJoin(Object thread, long millis) throws InterruptedException {
        return Threads.joined(Hooks.self(), (Thread) thread, millis);
    }

    public static boolean uncaught(Object thread, Throwable thrown) {
        return Uncaught.left(Hooks.self(), (Thread) thread, thrown);
    }

    public static boolean uncaughtInGroup(Object group, Thread thread, Throwable thrown) {
        return Uncaught.inGroup(Hooks.self(), (ThreadGroup) group, thread, thrown);
    }

    public static void handlerSet(Object thread) {
        Uncaught.handlerSet(Hooks.self());
        EndedThreads.handlerSet((Thread) thread);
    }

    public static void defaultHandlerSet(Object handler) {
        Control me = Hooks.self();
        if (me != null) {
            Uncaught.handlerSet(me);
            JdkStatics.DEFAULT_HANDLER.write(me, handler, me.callSite);
        }
    }

    public static void defaultHandlerAsked() {
        if (!Uncaught.knowsDefaultHandler(Hooks.self())) {
            JdkStatics.DEFAULT_HANDLER.read();
        }
    }

    /** Whether a thread of the program is another one than the one that asks. */
    public static boolean isOther(Object thread) {
        Control me = Hooks.self();
        return me != null && me.thread != thread && Threads.find((Thread) thread) != null;
    }

    public static Object stackTrace(Object thread) {
        return LivingThreads.stack(Hooks.self(), (Thread) thread);
    }

    public static Object allStackTraces() {
        Control me = Hooks.self();
        java.util.Map<Thread, StackTraceElement[]> stacks = new java.util.HashMap<>();
        for (Thread thread : LivingThreads.all(me)) {
            stacks.put(thread, LivingThreads.stack(me, thread));
        }
        return stacks;
    }

    public static boolean setDaemon(Object thread, boolean on) {
        return StartRaces.setDaemon(Hooks.self(), (Thread) thread, on);
    }

    /** A thread that stops itself throws what it is stopped with. */
    public static void threadForced(Object thread) {
        Control me = Hooks.self();
        // Since then they do nothing but fail.
        if (me != null && Runtime.version().feature() < 20) {
            Threads.refuse(me, "Thread.stop, suspend and resume of another thread cannot be checked");
        }
    }

    @SuppressWarnings("removal")
    public static void stopped(Object thread) {
        Control me = Hooks.self();
        if (me == null || me.thread != thread || Runtime.version().feature() >= 20) {
            threadForced(thread);
            return;
        }
        throw new ThreadDeath();
    }

    public static boolean looksAtGroup(Object group) {
        return Hooks.self() != null;
    }

    public static int groupCount(Object group) {
        return LivingThreads.of(Hooks.self(), (ThreadGroup) group, true).length;
    }

    public static int groupEnumerate(Object group, Thread[] list) {
        return groupEnumerate(group, list, true);
    }

    public static int groupEnumerate(Object group, Thread[] list, boolean recurse) {
        return LivingThreads.enumerate(Hooks.self(), (ThreadGroup) group, list, recurse);
    }

    public static boolean groupList(Object group) {
        Control me = Hooks.self();
        if (me != null) {
            LivingThreads.list(me, (ThreadGroup) group, "");
        }
        return me != null;
    }

    public static boolean groupInterrupt(Object group) {
        Control me = Hooks.self();
        if (me != null) {
            for (Thread thread : LivingThreads.of(me, (ThreadGroup) group, true)) {
                thread.interrupt();
            }
        }
        return me != null;
    }

    public static void groupsOfGroup(Object group) {
        if (Hooks.self() != null) {
            Native.notCovered("which groups a group of threads has (ThreadGroup.activeGroupCount, enumerate, list)",
                    Hooks.self().place());
        }
    }

    public static void groupChanged(Object group) {
        Control me = Hooks.self();
        if (me != null) {
            Threads.refuse(me, "ThreadGroup.setMaxPriority, destroy, stop, suspend and resume cannot be checked");
        }
    }

    public static void groupDaemonSet(Object group, boolean daemon) {
        Control me = Hooks.self();
        if (me != null) {
            ThreadGroups.set(me, (ThreadGroup) group, daemon);
        }
    }

    public static void groupDaemonAsked(Object group) {
        Control me = Hooks.self();
        if (me != null) {
            ThreadGroups.ask(me, (ThreadGroup) group);
        }
    }

    /** A group that is made begins as the one that it is in. */
    public static void groupMade(ThreadGroup parent, String name) {
        if (parent != null) {
            groupDaemonAsked(parent);
        }
    }

    public static void groupDestroyed(Object group) {
        // A group that is a daemon is destroyed by its last thread; since JDK 19 none is.
        if (!ThreadGroups.isDaemon((ThreadGroup) group) && Runtime.version().feature() < 19) {
            groupChanged(group);
        }
    }

    public static void groupAsked(Object group) {
        Control me = Hooks.self();
        // Since then no group is ever destroyed.
        if (me != null && Runtime.version().feature() < 19) {
            Threads.refuse(me, "whether a group of threads is destroyed (ThreadGroup.isDestroyed) cannot be checked");
        }
    }

    @SuppressWarnings("unchecked")
    public static boolean addContainer(Object containers, Object reference, int site) {
        return Hooks.self() != null || ((java.util.Set<Object>) containers).add(reference);
    }

    public static boolean removeContainer(Object containers, Object reference, int site) {
        return Hooks.self() != null || ((java.util.Set<?>) containers).remove(reference);
    }

    /** When the garbage collector has come by is nothing that the program may depend on. */
    public static java.lang.ref.Reference<?> staleContainer(Object queue, int site) {
        return Hooks.self() != null ? null : ((java.lang.ref.ReferenceQueue<?>) queue).poll();
    }

    public static void start0(Object thread, int site) {
        Threads.start0(Hooks.self(), (Thread) thread);
    }

    public static int threadNumber(int site) {
        Control me = Hooks.self();
        return me == null ? JvmState.nextThreadNumber() : Threads.number(me, site);
    }

    public static long threadId(int site) {
        return ThreadNumbers.next(Hooks.self());
    }

    public static boolean exit(Object runtime, int status) {
        return Threads.exit(Hooks.self(), status, true);
    }

    public static boolean halt(Object runtime, int status) {
        return Threads.exit(Hooks.self(), status, false);
    }

    public static boolean underControl(Object receiver) {
        return Hooks.self() != null;
    }

    public static boolean addShutdownHook(Object runtime, Thread hook) {
        Control me = Hooks.self();
        if (me != null && hook != null) {
            ShutdownHooks.add(me, hook);
        }
        return me != null && hook != null;
    }

    public static boolean removeShutdownHook(Object runtime, Thread hook) {
        if (hook == null) {
            throw new NullPointerException();
        }
        return ShutdownHooks.remove(Hooks.self(), hook);
    }
}
