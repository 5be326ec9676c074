package dev.mcr;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * {@code Semaphore} and {@code CountDownLatch} as a number that the scheduler keeps, with steps that wait for it.
 *
 * <p>Not modelled: fair semaphores, and all semaphores once a thread asks for several permits at once (in the queue,
 * such a thread holds up those behind it) or for what the model does not have. See {@link Locks}.
 */
final class Counters {
    private Counters() {}

    private static final long NUMBER = 0x4e554d4245520001L;
    private static final long SEMAPHORE_SYNC = ClassInfo.UNSAFE.objectFieldOffset(Semaphore.class, "sync");
    private static final long LATCH_SYNC = ClassInfo.UNSAFE.objectFieldOffset(CountDownLatch.class, "sync");
    private static final long STATE =
            Internals.offset("java.util.concurrent.locks.AbstractQueuedSynchronizer", "state");
    private static final Class<?> NONFAIR = Internals.type("java.util.concurrent.Semaphore$NonfairSync");

    private static Object syncOf(Object object) {
        return ClassInfo.UNSAFE.getReference(object, object instanceof Semaphore ? SEMAPHORE_SYNC : LATCH_SYNC);
    }

    /** The number of permits has a limit, which the model does not know: it is for less. */
    private static final int MOST_PERMITS = 1 << 20;

    private static int state(Object object) {
        return ClassInfo.UNSAFE.getInt(syncOf(object), STATE);
    }

    /** Whether the model stands for objects like this, as soon as they have a name. */
    static boolean isPart(Object object) {
        return Locks.areModelled()
                && (object instanceof CountDownLatch
                        || object instanceof Semaphore && syncOf(object).getClass() == NONFAIR
                        && state(object) <= MOST_PERMITS);
    }

    /** Whether the model stands for this object. */
    static boolean isModelled(Object object) {
        return Hooks.self() != null && isPart(object) && Names.isNamed(object);
    }

    /** The object has got its name: the number is what it is now. */
    static void named(Control me, Object object, long name, int site) {
        Locks.used();
        Access.contentWrite(me, location(name, object), state(object), site);
    }

    private static long location(long name, Object object) {
        long location = Hash.mix(name, NUMBER);
        if (Labels.isNew(location)) {
            Native.labelDeclaredField(location, name, object instanceof Semaphore ? "permits" : "count", 'I', true);
        }
        return location;
    }

    private static long location(Control me, Object object) {
        return location(Names.of(me, object), object);
    }

    /** A step that waits for the number; whether it went through. */
    private static boolean await(Object object, int guard, int change, int patience, long nanos)
            throws InterruptedException {
        Control me = Hooks.self();
        if (patience != Codes.FOREVER && patience != Codes.NOW) {
            Interrupts.check(me);
            patience = patience & ~Codes.INTERRUPTIBLE | Interrupts.patience();
        }
        long woke = Steps.guarded(me, location(me, object), guard, guard == Codes.AT_LEAST ? 1 : 0, change, -1,
                patience);
        if (patience == Codes.FOREVER) {
            return true;
        }
        me.learn(woke);
        if (woke == Codes.INTERRUPTION) {
            throw new InterruptedException();
        }
        if (woke == Codes.TIMED_OUT) {
            VirtualTime.passNanos(me, nanos);
        }
        return woke != Codes.TIMED_OUT;
    }

    private static boolean awaitUninterrupted(Object object, int guard, int change, int patience) {
        try {
            return await(object, guard, change, patience, 0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean awaitTimed(Object object, int guard, int change, long nanos) throws InterruptedException {
        if (nanos > 0) {
            return await(object, guard, change, VirtualTime.limit(nanos) | Codes.INTERRUPTIBLE, nanos);
        }
        Interrupts.check(Hooks.self());
        return awaitUninterrupted(object, guard, change, Codes.NOW);
    }

    static void acquire(Object semaphore) throws InterruptedException {
        await(semaphore, Codes.AT_LEAST, Codes.ADD, Codes.INTERRUPTIBLE, 0);
    }

    static void acquireUninterruptibly(Object semaphore) {
        awaitUninterrupted(semaphore, Codes.AT_LEAST, Codes.ADD, Codes.FOREVER);
    }

    static boolean tryAcquire(Object semaphore) {
        return awaitUninterrupted(semaphore, Codes.AT_LEAST, Codes.ADD, Codes.NOW);
    }

    static boolean tryAcquire(Object semaphore, long time, TimeUnit unit) throws InterruptedException {
        return awaitTimed(semaphore, Codes.AT_LEAST, Codes.ADD, unit.toNanos(time));
    }

    static void release(Object semaphore, int permits) {
        if (permits < 0) {
            throw new IllegalArgumentException();
        }
        if (permits > MOST_PERMITS) {
            Locks.queried(semaphore);
        }
        Control me = Hooks.self();
        Steps.guarded(me, location(me, semaphore), Codes.ALWAYS, 0, Codes.ADD, permits, Codes.FOREVER);
    }

    static void await(Object latch) throws InterruptedException {
        await(latch, Codes.ZERO, Codes.KEEP, Codes.INTERRUPTIBLE, 0);
    }

    static boolean await(Object latch, long time, TimeUnit unit) throws InterruptedException {
        return awaitTimed(latch, Codes.ZERO, Codes.KEEP, unit.toNanos(time));
    }

    static void countDown(Object latch) {
        Control me = Hooks.self();
        Steps.guarded(me, location(me, latch), Codes.ALWAYS, 0, Codes.COUNT_DOWN, 0, Codes.FOREVER);
    }

    /** The number, which the thread learns. */
    static long number(Object object) {
        Control me = Hooks.self();
        return Steps.number(me, location(me, object));
    }
}
