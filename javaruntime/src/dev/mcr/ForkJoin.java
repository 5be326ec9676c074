package dev.mcr;

import dev.mcr.PoolState.TaskQueue;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;

/**
 * {@code ForkJoinPool} as a model: which thread runs which task (docs/architecture.md, "Fork and join"). Everything
 * else (what a task does, its status, who waits for it and how) remains the JDK's code.
 *
 * <p>Invariant: what a thread does here depends on nothing but what it has learned from {@link PoolState#update} and
 * from choices.
 */
final class ForkJoin {
    private ForkJoin() {}

    /** The JDK has reworked these classes since. */
    private static final boolean RECENT = Runtime.version().feature() >= 19;

    /** What {@code tryCompensate} answers when a thread that waits is made up for. */
    private static final int UNCOMPENSATE = 1 << 16;

    private static final Class<?> WORK_QUEUE = Internals.type("java.util.concurrent.ForkJoinPool$WorkQueue");
    private static final long COMPLETER = ClassInfo.UNSAFE.objectFieldOffset(CountedCompleter.class, "completer");
    private static final long POOL_OF_WORKER = ClassInfo.UNSAFE.objectFieldOffset(ForkJoinWorkerThread.class, "pool");
    private static final long PREFIX = ClassInfo.UNSAFE.objectFieldOffset(ForkJoinPool.class, "workerNamePrefix");
    private static final long MODE = RECENT ? -1 : ClassInfo.UNSAFE.objectFieldOffset(ForkJoinPool.class, "mode");
    private static final long CONFIG = RECENT ? ClassInfo.UNSAFE.objectFieldOffset(ForkJoinPool.class, "config") : -1;
    private static final long TARGET = RECENT ? ClassInfo.UNSAFE.objectFieldOffset(ForkJoinPool.class, "parallelism")
            : -1;

    private static IdentityMap pools = new IdentityMap();
    /** The pools of {@link PoolState#externalQueue}. */
    private static IdentityMap external = new IdentityMap();

    static void reset() {
        pools = new IdentityMap();
        external = new IdentityMap();
    }

    /** Whether the model stands for what the calling thread does with pools. */
    static boolean applies() {
        return Hooks.self() != null && Native.jdkModels();
    }

    static PoolState state(Control me, ForkJoinPool pool) {
        PoolState state = (PoolState) pools.get(pool);
        if (state == null) {
            int mode = RECENT ? 0 : ClassInfo.UNSAFE.getInt(pool, MODE);
            int parallelism = RECENT ? ClassInfo.UNSAFE.getInt(pool, TARGET) : mode & 0xffff;
            boolean fifo = RECENT ? (ClassInfo.UNSAFE.getLong(pool, CONFIG) & 1) != 0 : (mode & 1 << 16) != 0;
            Object queue;
            try {
                queue = ClassInfo.UNSAFE.allocateInstance(WORK_QUEUE);
            } catch (InstantiationException e) {
                throw new AssertionError(e);
            }
            state = new PoolState(me, pool, isCommon(pool), parallelism, fifo, queue);
            pools.put(pool, state);
            external.put(queue, state);
        }
        return state;
    }

    static boolean isCommon(ForkJoinPool pool) {
        return ClassInfo.UNSAFE.getReference(pool, PREFIX) == null;
    }

    /** The pool of the calling thread, or null if it is no worker. */
    private static ForkJoinPool own(Control me) {
        return me.thread instanceof ForkJoinWorkerThread
                ? (ForkJoinPool) ClassInfo.UNSAFE.getReference(me.thread, POOL_OF_WORKER) : null;
    }

    /** The pool whose queue the JDK's code means. */
    static PoolState stateOfQueue(Control me, Object workQueue) {
        PoolState state = (PoolState) external.get(workQueue);
        return state != null ? state : state(me, own(me));
    }

    static TaskQueue queue(Control me, PoolState state) {
        return state.queueOf(me, own(me) == state.pool);
    }

    // Pushing and running.

    /**
     * {@code starts}: whether a worker is started if there are not enough; {@code rejects}: whether a pool that is shut
     * down takes nothing.
     */
    static void push(Control me, PoolState state, ForkJoinTask<?> task, boolean starts, boolean rejects) {
        long name = Names.of(me, task);
        TaskQueue own = queue(me, state);
        PoolEnd.begun(me, state);
        Boolean start = state.update(me, () -> {
            if (rejects && (state.shutdown || state.stopped)) {
                return null;
            }
            own.add(task, name);
            state.outstanding += PoolEnd.counts();
            boolean wanted = starts && !state.stopped && state.workers < state.parallelism;
            state.workers += wanted ? 1 : 0;
            return wanted;
        });
        if (start == null) {
            PoolEnd.unbegun(me, state);
            throw new RejectedExecutionException();
        }
        if (start) {
            startWorker(me, state);
        }
    }

    /** Starts a worker that is counted already. */
    private static void startWorker(Control me, PoolState state) {
        ForkJoinWorkerThread thread = null;
        Throwable thrown = null;
        try {
            thread = state.pool.getFactory().newThread(state.pool);
            if (thread != null) {
                thread.start();
                return;
            }
        } catch (Throwable e) {
            thrown = e;
        }
        deregister(me, state, thread, thrown);
    }

    static void runWorker(Control me, PoolState state) {
        TaskQueue own = queue(me, state);
        if (PoolEnd.counts() != 0) {
            state.update(me, () -> {
                state.addWorker(me.thread);
                return null;
            });
        }
        while (true) {
            Interrupts.interrupted(me);
            state.awaitWork(me);
            ForkJoinTask<?> task = next(me, state, own);
            if (task != null) {
                execute(me, state, own, task);
            } else if (state.stopped) {
                return;
            }
        }
    }

    /** The end of a worker, or of the attempt to start one. */
    static void deregister(Control me, PoolState state, ForkJoinWorkerThread thread, Throwable thrown) {
        if (me.stopping) {
            throw Stop.STOP;
        }
        boolean again = state.update(me, () -> {
            state.workers--;
            state.removeWorker(thread);
            boolean wanted = thread != null && !state.stopped && state.workers < state.parallelism
                    && state.queued(true) + state.queued(false) > 0;
            state.workers += wanted ? 1 : 0;
            return wanted;
        });
        if (again) {
            startWorker(me, state);
        }
        PoolEnd.terminate(me, state);
        if (thrown != null) {
            ClassInfo.UNSAFE.throwException(thrown);
        }
    }

    /** The next task that the thread takes from anywhere; null if there is none, or the pool has stopped. */
    static ForkJoinTask<?> next(Control me, PoolState state, TaskQueue own) {
        return take(me, state, own, true, task -> true, queue -> true);
    }

    /**
     * Takes a task: one of the thread's own, if {@code mine} holds of the one that is next; or else the oldest of
     * another queue of which {@code from} holds. If there are several such queues, each of them may be the one.
     */
    private static ForkJoinTask<?> take(Control me, PoolState state, TaskQueue own, boolean steals,
            Predicate<ForkJoinTask<?>> mine, Predicate<TaskQueue> from) {
        TaskQueue chosen = null;
        while (true) {
            TaskQueue preferred = chosen;
            Object found = state.update(me, () -> {
                if (state.stopped) {
                    return null;
                }
                if (own.size() > 0 && mine.test(state.fifo ? own.oldest() : own.youngest())) {
                    return own.remove(state.fifo ? 0 : own.size() - 1);
                }
                TaskQueue[] others = state.select(queue -> queue != own && from.test(queue));
                TaskQueue victim = others.length == 1 ? others[0] : null;
                for (TaskQueue other : others) {
                    victim = other == preferred ? other : victim;
                }
                if (victim == null) {
                    return others.length == 0 ? null : others;
                }
                own.source = steals && victim.ofWorker ? victim : null;
                return victim.remove(0);
            });
            if (!(found instanceof TaskQueue[] others)) {
                return (ForkJoinTask<?>) found;
            }
            chosen = others[(int) Steps.step(me, me.place(), Codes.CHOOSE, others.length, 0)];
        }
    }

    static void execute(Control me, PoolState state, TaskQueue own, ForkJoinTask<?> task) {
        own.running++;
        Native.execute(ForkJoinTask.class, task, RECENT);
        own.running--;
        PoolEnd.finished(me, state);
    }

    /** Runs a task while another one of this thread waits. */
    private static void help(Control me, PoolState state, TaskQueue own, TaskQueue source, ForkJoinTask<?> task) {
        execute(me, state, own, task);
        if (own.source != source) {
            state.update(me, () -> {
                own.source = source;
                return null;
            });
        }
    }

    // Joining.

    private static int status(Control me, ForkJoinTask<?> task) {
        return (int) PoolEnd.read(me, task, "status");
    }

    /** Takes a task out of the thread's own queue. */
    static boolean remove(Control me, PoolState state, ForkJoinTask<?> task, boolean onlyYoungest) {
        TaskQueue own = queue(me, state);
        return state.update(me, () -> {
            int at = own.find(task);
            if (at < 0 || onlyYoungest && at != own.size() - 1) {
                return false;
            }
            own.remove(at);
            return true;
        });
    }

    /**
     * A thread that is no worker of this pool runs the task itself, if it has pushed it. If another such thread has,
     * they may share a queue in the JDK, or not.
     */
    static void helpFromOutside(Control me, PoolState state, ForkJoinTask<?> task) {
        TaskQueue own = queue(me, state);
        Boolean taken = state.update(me, () -> {
            TaskQueue holder = state.holding(task);
            if (holder == null || holder.ofWorker) {
                return false;
            }
            if (holder != own) {
                return null;
            }
            own.remove(own.find(task));
            return true;
        });
        if (taken == null) {
            taken = Steps.step(me, me.place(), Codes.CHOOSE, 2, 0) == 1 && state.update(me, () -> {
                TaskQueue holder = state.holding(task);
                if (holder != null) {
                    holder.remove(holder.find(task));
                }
                return holder != null;
            });
        }
        if (taken) {
            execute(me, state, own, task);
        }
    }

    /**
     * Runs the task itself if it is the thread's own, or as its part what was stolen from this worker; or else what the
     * JDK does before it waits.
     */
    static int helpJoin(Control me, PoolState state, ForkJoinTask<?> task) {
        TaskQueue own = queue(me, state);
        if (!own.ofWorker) {
            helpFromOutside(me, state, task);
            return status(me, task);
        }
        if (remove(me, state, task, false)) {
            execute(me, state, own, task);
        }
        TaskQueue source = own.source;
        while (true) {
            int status = status(me, task);
            if (status < 0) {
                return status;
            }
            ForkJoinTask<?> part = take(me, state, own, true, any -> false,
                    queue -> queue.ofWorker && (isStolenFrom(own, queue) || RECENT && queue.oldest() == task));
            if (part == null) {
                return state.stopped ? 0 : compensate(me, state);
            }
            help(me, state, own, source, part);
        }
    }

    /** Whether the owner of a queue works on something that comes from this one, by whatever detours. */
    private static boolean isStolenFrom(TaskQueue own, TaskQueue queue) {
        TaskQueue at = queue.source;
        for (int steps = 0; at != null && at != own && steps < 16; steps++) {
            at = at.source;
        }
        return at == own;
    }

    /** Runs parts of a computation until it is complete or none is queued. */
    static int helpComplete(Control me, PoolState state, ForkJoinTask<?> task) {
        TaskQueue own = queue(me, state);
        TaskQueue source = own.source;
        while (true) {
            int status = status(me, task);
            if (status < 0) {
                return status;
            }
            ForkJoinTask<?> part = take(me, state, own, false, any -> isPart(any, task),
                    queue -> isPart(queue.oldest(), task));
            if (part == null) {
                return RECENT && own.ofWorker && !state.stopped ? compensate(me, state) : status;
            }
            help(me, state, own, source, part);
        }
    }

    /** The same for at most so many that the thread has pushed itself. */
    static int helpComplete(Control me, PoolState state, ForkJoinTask<?> task, int limit) {
        TaskQueue own = queue(me, state);
        for (int done = 0; limit == 0 || done < limit; done++) {
            int status = status(me, task);
            if (status < 0) {
                return status;
            }
            ForkJoinTask<?> part = take(me, state, own, false, any -> isPart(any, task), queue -> false);
            if (part == null) {
                break;
            }
            execute(me, state, own, part);
        }
        return status(me, task);
    }

    private static boolean isPart(ForkJoinTask<?> part, ForkJoinTask<?> task) {
        Object at = part instanceof CountedCompleter<?> ? part : null;
        while (at != null && at != task) {
            at = ClassInfo.UNSAFE.getReference(at, COMPLETER);
        }
        return at == task;
    }

    /**
     * A worker is about to wait: another one makes up for it if there are fewer than the pool may have, or if none
     * would go on.
     */
    static int compensate(Control me, PoolState state) {
        boolean start = state.update(me, () -> {
            state.blocked++;
            boolean wanted = state.workers < state.parallelism || state.workers - state.blocked < 1;
            state.workers += wanted ? 1 : 0;
            return wanted;
        });
        if (start) {
            startWorker(me, state);
        }
        return UNCOMPENSATE;
    }

    static void uncompensate(Control me, PoolState state) {
        state.update(me, () -> {
            state.blocked--;
            return null;
        });
    }

    /** Before it waits for a {@code CompletableFuture}, a thread runs asynchronous parts of such that it has pushed. */
    static void helpAsync(Control me, PoolState state, ForkJoinPool.ManagedBlocker blocker) {
        TaskQueue own = queue(me, state);
        while (!blocker.isReleasable()) {
            ForkJoinTask<?> task = state.update(me, () -> own.size() > 0
                    && own.oldest() instanceof java.util.concurrent.CompletableFuture.AsynchronousCompletionTask
                    ? own.remove(0) : null);
            if (task == null) {
                return;
            }
            execute(me, state, own, task);
        }
    }

    /** Takes a task that the program runs itself, or not. */
    static ForkJoinTask<?> poll(Control me, PoolState state, boolean mine, Predicate<TaskQueue> from) {
        ForkJoinTask<?> task = take(me, state, queue(me, state), false, any -> mine, from);
        if (task != null) {
            PoolEnd.finished(me, state);
        }
        return task;
    }
}
