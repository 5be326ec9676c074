package dev.mcr;

import java.util.Date;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * {@code ReentrantLock} and its conditions as monitors of the scheduler, instead of the thirty accesses that their code
 * makes.
 *
 * <p>A lock has the name of its {@code Sync} object, which its conditions know as well. The number of holds is kept in
 * the field that has it anyway. Fair locks, and locks before they have a name, are left to their own code; and so are
 * all, from the beginning of the exploration, once the program asks for what the model does not have (who waits in a
 * queue).
 */
final class Locks {
    private Locks() {}

    private static final String SYNC = "java.util.concurrent.locks.ReentrantLock$NonfairSync";
    private static final long LOCK_SYNC = ClassInfo.UNSAFE.objectFieldOffset(ReentrantLock.class, "sync");
    private static final String SYNCHRONIZER = "java.util.concurrent.locks.AbstractQueuedSynchronizer";
    private static final Class<?> NONFAIR = Internals.type(SYNC);
    private static final Class<?> CONDITION = Internals.type(SYNCHRONIZER + "$ConditionObject");
    private static final long CONDITION_SYNC = ClassInfo.UNSAFE.objectFieldOffset(CONDITION, "this$0");
    private static final long HOLDS = Internals.offset(SYNCHRONIZER, "state");

    /** Whether models stand for objects that have a name. */
    static boolean areModelled() {
        return !Insights.has(Insights.LOCKS_ARE_SEEN_THROUGH) && Native.jdkModels();
    }

    /** The program asks for something that models do not have: the exploration begins anew, without them. */
    static void queried(Object object) {
        if (isModelled(object) || Counters.isModelled(object)) {
            turnOff();
        }
    }

    private static void turnOff() {
        Insights.show(Insights.LOCKS_ARE_SEEN_THROUGH);
    }

    /** Whether this program does something that shows more of locks than models have. */
    private static boolean seenThrough;

    /** Whether a model stands for something in this execution. */
    private static boolean inUse;

    static void reset() {
        inUse = false;
    }

    /**
     * The program looks at threads in a way that shows how the code of locks waits (it takes permits, clears interrupt
     * flags for a while, keeps an order): if it uses locks as well, that code has to run.
     */
    static void seeThrough() {
        seenThrough = true;
        Remembered.note(Remembered.SEEN_THROUGH, 0, 0);
        if (inUse && areModelled()) {
            turnOff();
        }
    }

    /** A model begins to stand for an object. */
    static void used() {
        inUse = true;
        if (seenThrough && areModelled()) {
            turnOff();
        }
    }

    private static Object syncOf(Object lockOrCondition) {
        return ClassInfo.UNSAFE.getReference(lockOrCondition,
                lockOrCondition instanceof ReentrantLock ? LOCK_SYNC : CONDITION_SYNC);
    }

    /** Whether the model stands for a lock or a condition. */
    static boolean isModelled(Object lockOrCondition) {
        boolean isSeen = Hooks.self() != null;
        if (!isSeen && Unseen.self() == null || !(lockOrCondition instanceof ReentrantLock)
                && lockOrCondition.getClass() != CONDITION) {
            return false;
        }
        Object sync = syncOf(lockOrCondition);
        boolean isModelled = sync.getClass() == NONFAIR && areModelled() && Names.isNamed(sync);
        if (isModelled && !isSeen) {
            LoaderCode.lock(sync);
        }
        return isModelled && isSeen;
    }

    /** Whether objects of a class are parts of the model: what they contain is not told field by field. */
    static boolean isPart(Object object) {
        Object sync = object instanceof ReentrantLock || object.getClass() == CONDITION ? syncOf(object) : object;
        return sync.getClass() == NONFAIR && areModelled();
    }

    /**
     * A lock, its {@code Sync} or a condition has got its name. Who holds the lock until now holds it as a monitor from
     * here on.
     */
    static void named(Control me, Object part, long name, int site) {
        used();
        if (part.getClass() != NONFAIR) {
            Object sync = syncOf(part);
            if (part instanceof ReentrantLock && !Names.isNamed(sync)) {
                Names.alias(sync, name);
                hold(me, sync, name, site);
            } else {
                Names.of(me, sync);
            }
            return;
        }
        hold(me, part, name, site);
    }

    private static void hold(Control me, Object sync, long name, int site) {
        for (int holds = holds(sync); holds > 0; holds--) {
            Monitors.entered(me, name, site);
        }
    }

    private static int holds(Object sync) {
        return ClassInfo.UNSAFE.getInt(sync, HOLDS);
    }

    private static void setHolds(Object sync, int holds) {
        ClassInfo.UNSAFE.putInt(sync, HOLDS, holds);
    }

    /** Acquires the lock; whether it did. */
    private static boolean acquire(Control me, Object lock, int patience, long nanos) throws InterruptedException {
        me.initialiserTells();
        Object sync = syncOf(lock);
        long monitor = Names.of(me, sync);
        boolean interruptible = patience != Codes.FOREVER && patience != Codes.NOW;
        if (interruptible) {
            Interrupts.check(me);
            patience = patience & ~Codes.INTERRUPTIBLE | Interrupts.patience();
        }
        long woke = Steps.step(me, me.place(), Codes.ACQUIRE, monitor, patience | Codes.PARKS);
        if (patience != Codes.FOREVER) {
            me.learn(woke);
            if (woke == Codes.INTERRUPTION) {
                throw new InterruptedException();
            }
            if (woke == Codes.TIMED_OUT) {
                VirtualTime.passNanos(me, nanos);
                return false;
            }
        }
        setHolds(sync, holds(sync) + 1);
        return true;
    }

    static void lock(Object lock) {
        try {
            acquire(Hooks.self(), lock, Codes.FOREVER, 0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void lockInterruptibly(Object lock) throws InterruptedException {
        acquire(Hooks.self(), lock, Codes.INTERRUPTIBLE, 0);
    }

    static boolean tryLock(Object lock) {
        try {
            return acquire(Hooks.self(), lock, Codes.NOW, 0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static boolean tryLock(Object lock, long time, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(time);
        if (nanos > 0) {
            return acquire(Hooks.self(), lock, VirtualTime.limit(nanos) | Codes.INTERRUPTIBLE, nanos);
        }
        Interrupts.check(Hooks.self());
        return tryLock(lock);
    }

    static void unlock(Object lock) {
        Control me = Hooks.self();
        Object sync = syncOf(lock);
        long monitor = owned(me, sync);
        setHolds(sync, holds(sync) - 1);
        Steps.step(me, me.place(), Codes.RELEASE, monitor, 0);
    }

    /** A condition knows the {@code Sync} of its lock, which is no location where a model stands for it. */
    static Object newCondition(Object lock) {
        Control me = Hooks.suspend();
        try {
            return ((ReentrantLock) lock).newCondition();
        } finally {
            Hooks.resume(me);
        }
    }

    static boolean isHeld(Object lock) {
        Control me = Hooks.self();
        me.initialiserTells();
        return Native.owns(me.id, Names.of(me, syncOf(lock)));
    }

    static int holdCount(Object lock) {
        return isHeld(lock) ? holds(syncOf(lock)) : 0;
    }

    private static long owned(Control me, Object sync) {
        if (me.stopping) {
            throw Stop.STOP;
        }
        me.initialiserTells();
        long monitor = Names.of(me, sync);
        if (!Native.owns(me.id, monitor)) {
            throw new IllegalMonitorStateException();
        }
        return monitor;
    }

    /** Waits for a condition; why it went on. */
    private static long await(Object condition, int limit, boolean interruptible) throws InterruptedException {
        Control me = Hooks.self();
        if (interruptible) {
            Interrupts.check(me);
        }
        Object sync = syncOf(condition);
        long monitor = owned(me, sync);
        if (limit == Codes.FOREVER && wakesForNoReason(me)) {
            letOthers(me, sync, monitor);
            return Codes.NOTIFIED;
        }
        int holds = holds(sync);
        setHolds(sync, 0);
        int patience = limit | (interruptible ? Interrupts.patience() : 0);
        long woke = Monitors.await(me, monitor, Names.of(me, condition), patience, me.place());
        setHolds(sync, holds);
        if (woke == Codes.INTERRUPTION) {
            throw new InterruptedException();
        }
        return woke;
    }

    static void await(Object condition) throws InterruptedException {
        await(condition, Codes.FOREVER, true);
    }

    static void awaitUninterruptibly(Object condition) {
        try {
            await(condition, Codes.FOREVER, false);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** What is left of the time; not more than 0 if it is over. */
    static long awaitNanos(Object condition, long nanos) throws InterruptedException {
        Control me = Hooks.self();
        long since = VirtualTime.begin(me);
        return awaitTimed(me, condition, nanos) ? VirtualTime.left(me, nanos, since) : Math.min(nanos, 0);
    }

    /** Waits for a condition; false if the time is over. */
    private static boolean awaitTimed(Control me, Object condition, long nanos) throws InterruptedException {
        if (nanos <= 0) {
            letOthers(me, condition);
            return false;
        }
        if (await(condition, VirtualTime.limit(nanos), true) == Codes.TIMED_OUT) {
            VirtualTime.passNanos(me, nanos);
            return false;
        }
        return true;
    }

    private static final Set<String> AWAIT = Set.of("await()V", "awaitUninterruptibly()V");

    /**
     * Whether a wait by which the program itself has come here ends for no reason. (What the JDK waits for it looks at
     * again.)
     */
    private static boolean wakesForNoReason(Control me) {
        if (!Native.spurious() || me.isSilent() || !AWAIT.contains(CallSites.called(me.callSite))
                || !me.mayBeSpurious(me.callSite) || Steps.step(me, me.place(), Codes.CHOOSE, 2, 0) == 0) {
            return false;
        }
        me.wasSpurious(me.callSite);
        return true;
    }

    /** A wait whose time is over already. */
    private static void letOthers(Control me, Object condition) throws InterruptedException {
        Interrupts.check(me);
        Object sync = syncOf(condition);
        letOthers(me, sync, owned(me, sync));
    }

    /** Leaves a lock, and enters it again. */
    private static void letOthers(Control me, Object sync, long monitor) {
        int holds = holds(sync);
        setHolds(sync, 0);
        for (int i = 0; i < holds; i++) {
            Steps.step(me, me.place(), Codes.RELEASE, monitor, 0);
        }
        for (int i = 0; i < holds; i++) {
            Steps.step(me, me.place(), Codes.ACQUIRE, monitor, Codes.PARKS);
        }
        setHolds(sync, holds);
    }

    static boolean await(Object condition, long time, TimeUnit unit) throws InterruptedException {
        return awaitTimed(Hooks.self(), condition, unit.toNanos(time));
    }

    static boolean awaitUntil(Object condition, Date deadline) throws InterruptedException {
        Control me = Hooks.self();
        return awaitTimed(me, condition,
                (deadline.getTime() - VirtualTime.ownMillis(me)) * VirtualTime.NANOS_PER_MILLI);
    }

    static void signal(Object condition, boolean all) {
        Control me = Hooks.self();
        long monitor = owned(me, syncOf(condition));
        Steps.step(me, me.place(), all ? Codes.NOTIFY_ALL : Codes.NOTIFY, monitor, Names.of(me, condition));
    }
}
