package dev.mcr;

import dev.mcr.PoolState.TaskQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;

/**
 * What methods of {@code ForkJoinPool} and its parts call at their start: see the table in
 * {@code agent/src/fork_join.rs}. Where JDKs differ, so do the parameters. A guard answers whether the model has done
 * the work.
 */
public final class ForkJoinHooks {
    private ForkJoinHooks() {}

    /** Whether the model does the work of static methods. */
    public static boolean applies() {
        return ForkJoin.applies();
    }

    /** The same for the methods of an object. */
    public static boolean applies(Object object) {
        return ForkJoin.applies();
    }

    /** Whether the pool is one that can be shut down. */
    public static boolean canEnd(Object pool) {
        return ForkJoin.applies() && !ForkJoin.isCommon((ForkJoinPool) pool);
    }

    private static PoolState state(Object pool) {
        return ForkJoin.state(Hooks.self(), (ForkJoinPool) pool);
    }

    private static PoolState stateOfQueue(Object queue) {
        return ForkJoin.stateOfQueue(Hooks.self(), queue);
    }

    // Workers.

    public static boolean registerWorker(Object pool, Object queue) {
        return ForkJoin.applies();
    }

    public static boolean runWorker(Object pool, Object queue) {
        boolean applies = ForkJoin.applies();
        if (applies) {
            ForkJoin.runWorker(Hooks.self(), state(pool));
        }
        return applies;
    }

    public static boolean deregisterWorker(Object pool, ForkJoinWorkerThread thread, Throwable thrown) {
        boolean applies = ForkJoin.applies();
        if (applies) {
            ForkJoin.deregister(Hooks.self(), state(pool), thread, thrown);
        }
        return applies;
    }

    // Pushing.

    public static boolean externalPush(Object pool, ForkJoinTask<?> task) {
        boolean applies = ForkJoin.applies();
        if (applies) {
            ForkJoin.push(Hooks.self(), state(pool), task, true, true);
        }
        return applies;
    }

    public static boolean push(Object queue, ForkJoinTask<?> task, ForkJoinPool pool) {
        boolean applies = ForkJoin.applies();
        if (applies) {
            ForkJoin.push(Hooks.self(), stateOfQueue(queue), task, pool != null, false);
        }
        return applies;
    }

    public static boolean push(Object queue, ForkJoinTask<?> task, ForkJoinPool pool, boolean internal) {
        boolean applies = ForkJoin.applies();
        if (applies) {
            ForkJoin.push(Hooks.self(), stateOfQueue(queue), task, pool != null, !internal);
        }
        return applies;
    }

    public static Object externalQueue(Object pool) {
        return state(pool).externalQueue;
    }

    public static Object externalQueue(ForkJoinPool pool) {
        return pool == null ? null : state(pool).externalQueue;
    }

    public static Object externalQueue() {
        return state(ForkJoinPool.commonPool()).externalQueue;
    }

    public static Object submissionQueue(Object pool, boolean rejects) {
        return state(pool).externalQueue;
    }

    public static Object submissionQueue(Object pool, int hash, boolean rejects) {
        return state(pool).externalQueue;
    }

    // Joining.

    public static boolean externalTryUnpush(Object queue, ForkJoinTask<?> task) {
        return ForkJoin.remove(Hooks.self(), stateOfQueue(queue), task, true);
    }

    public static boolean tryUnpush(Object queue, ForkJoinTask<?> task) {
        return externalTryUnpush(queue, task);
    }

    public static boolean tryUnpush(Object queue, ForkJoinTask<?> task, boolean internal) {
        return externalTryUnpush(queue, task);
    }

    /** The JDK runs what this has removed; the model does so itself when it is asked to help. */
    public static boolean tryRemove(Object queue, ForkJoinTask<?> task, boolean internal) {
        if (!internal) {
            ForkJoin.helpFromOutside(Hooks.self(), stateOfQueue(queue), task);
        }
        return false;
    }

    public static int helpJoin(Object pool, ForkJoinTask<?> task, Object queue, boolean flag) {
        return queue == null ? 0 : ForkJoin.helpJoin(Hooks.self(), state(pool), task);
    }

    public static int helpComplete(Object pool, ForkJoinTask<?> task, Object queue, boolean internal) {
        return queue == null ? 0 : ForkJoin.helpComplete(Hooks.self(), state(pool), task);
    }

    public static int helpComplete(Object queue, ForkJoinTask<?> task, boolean internal, int limit) {
        return ForkJoin.helpComplete(Hooks.self(), stateOfQueue(queue), task, limit);
    }

    public static boolean helpAsyncBlocker(Executor executor, Object blocker) {
        boolean applies = ForkJoin.applies();
        if (applies && executor instanceof ForkJoinPool pool) {
            ForkJoin.helpAsync(Hooks.self(), state(pool), (ForkJoinPool.ManagedBlocker) blocker);
        }
        return applies;
    }

    public static int tryCompensate(Object pool, long counts) {
        return ForkJoin.compensate(Hooks.self(), state(pool));
    }

    public static long getAndAddCtl(Object pool, long number) {
        ForkJoin.uncompensate(Hooks.self(), state(pool));
        return 0;
    }

    // Tasks taken by the program.

    public static Object nextLocalTask(Object queue) {
        return ForkJoin.poll(Hooks.self(), stateOfQueue(queue), true, other -> false);
    }

    public static Object nextLocalTask(Object queue, int mode) {
        return nextLocalTask(queue);
    }

    public static Object pollScan(Object pool, boolean onlySubmissions) {
        return ForkJoin.poll(Hooks.self(), state(pool), !onlySubmissions, other -> !onlySubmissions || !other.ofWorker);
    }

    public static Object peek(Object queue) {
        PoolState state = stateOfQueue(queue);
        return ask(state, own -> own.size() == 0 ? null : state.fifo ? own.oldest() : own.youngest());
    }

    public static int queueSize(Object queue) {
        return ask(stateOfQueue(queue), TaskQueue::size);
    }

    public static int getSurplusQueuedTaskCount() {
        Control me = Hooks.self();
        return me.thread instanceof ForkJoinWorkerThread thread ? ask(state(thread.getPool()), TaskQueue::size) : 0;
    }

    /** Learns something of the pool. */
    private static <T> T ask(PoolState state, java.util.function.Function<TaskQueue, T> question) {
        Control me = Hooks.self();
        TaskQueue own = ForkJoin.queue(me, state);
        return state.update(me, () -> question.apply(own));
    }

    public static int getPoolSize(Object pool) {
        PoolState state = state(pool);
        return ask(state, own -> state.workers);
    }

    public static long getQueuedTaskCount(Object pool) {
        PoolState state = state(pool);
        return ask(state, own -> state.queued(true));
    }

    public static int getQueuedSubmissionCount(Object pool) {
        PoolState state = state(pool);
        return ask(state, own -> state.queued(false));
    }

    public static boolean hasQueuedSubmissions(Object pool) {
        return getQueuedSubmissionCount(pool) > 0;
    }

    /** Numbers that the model does not have. */
    public static void notModelled(Object pool) {
        if (ForkJoin.applies()) {
            Native.unsupported("the program asks a ForkJoinPool for numbers that its model does not have "
                    + "(try jdk-models=off)");
        }
    }

    // Ends.

    public static boolean terminate(Object pool, boolean now, boolean enable) {
        PoolEnd.end(Hooks.self(), state(pool), now, enable);
        return true;
    }

    public static long terminated(Object pool, boolean now, boolean enable) {
        return PoolEnd.end(Hooks.self(), state(pool), now, enable);
    }

    public static boolean awaitTermination(Object pool, long time, TimeUnit unit) throws InterruptedException {
        return PoolEnd.awaitEnd(Hooks.self(), state(pool), unit.toNanos(time));
    }

    public static boolean close(Object pool) {
        boolean applies = ForkJoin.applies();
        if (applies) {
            PoolEnd.close(Hooks.self(), state(pool));
        }
        return applies;
    }

    public static boolean isQuiescent(Object pool) {
        return PoolEnd.isQuiet(Hooks.self(), state(pool));
    }

    public static int helpQuiescePool(Object pool, Object queue, long nanos, boolean interruptible) {
        return PoolEnd.awaitQuiet(Hooks.self(), state(pool), nanos, interruptible);
    }

    public static int externalHelpQuiescePool(Object pool, long nanos, boolean interruptible) {
        return PoolEnd.awaitQuiet(Hooks.self(), state(pool), nanos, interruptible);
    }

    public static int helpQuiescePool(ForkJoinPool pool, long nanos, boolean interruptible) {
        ForkJoinPool meant = pool != null ? pool
                : Thread.currentThread() instanceof ForkJoinWorkerThread thread ? thread.getPool()
                : ForkJoinPool.commonPool();
        return PoolEnd.awaitQuiet(Hooks.self(), state(meant), nanos, interruptible);
    }

    // The lock of a pool, at which the JDK spins.

    private static final long LOCKED = 1 << 4;

    public static long lockRunState(Object pool) {
        Control me = Hooks.self();
        Monitors.enter(me, lock(me, pool), me.place());
        return PoolEnd.state(me, (ForkJoinPool) pool) | LOCKED;
    }

    public static boolean unlockRunState(Object pool) {
        Control me = ForkJoin.applies() ? Hooks.self() : null;
        if (me != null && !me.stopping) {
            Monitors.exit(me, lock(me, pool), me.place());
        }
        return me != null;
    }

    private static long lock(Control me, Object pool) {
        return Hash.mix(Names.of(me, pool), LOCKED);
    }
}
