package dev.mcr;

import dev.mcr.PoolState.TaskQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/**
 * When a {@code ForkJoinPool} has nothing more to do, and its end.
 *
 * <p>Most programs never ask. So nobody counts unfinished tasks until a pool is shut down or waited for, for the first
 * time in this JVM; then the exploration begins anew, with counts.
 */
final class PoolEnd {
    private PoolEnd() {}

    /** Bits of the field that the JDK has for this: 17, and later. */
    private static final boolean RECENT = Runtime.version().feature() >= 19;
    private static final String FIELD = RECENT ? "runState" : "mode";
    private static final long SHUTDOWN = RECENT ? 1 << 1 : 1 << 24;
    private static final long STOP = RECENT ? 1 : 1 << 31;
    private static final long TERMINATED = RECENT ? 1 << 3 : 1 << 25;

    /** How much an unfinished task adds to {@link PoolState#outstanding}. */
    static int counts() {
        return ends() ? 1 : 0;
    }

    private static boolean ends() {
        return Insights.has(Insights.POOLS_END);
    }

    private static boolean quiets() {
        return Insights.has(Insights.POOLS_ARE_QUIET);
    }

    /** There is a task more. */
    static void begun(Control me, PoolState state) {
        add(me, state, 1);
    }

    /** No, there is not. */
    static void unbegun(Control me, PoolState state) {
        add(me, state, -1);
    }

    private static void add(Control me, PoolState state, int number) {
        if (quiets() && number != 0) {
            Steps.guarded(me, state.unfinished, Codes.ALWAYS, 0, Codes.ADD, number, Codes.FOREVER);
        }
    }

    /** A task is done, or nobody's business any more. */
    static void finished(Control me, PoolState state) {
        if (ends()) {
            boolean last = state.update(me, () -> {
                state.outstanding--;
                return stopIfIdle(state);
            });
            if (last) {
                stopped(me, state);
            }
        }
        add(me, state, -1);
    }

    /** To be called in an update. */
    private static boolean stopIfIdle(PoolState state) {
        boolean stops = state.shutdown && !state.stopped && state.outstanding == 0 && !hasDelayed(state);
        state.stopped |= stops;
        return stops;
    }

    /** A pool with a scheduler of delayed tasks, which has a thread of its own. */
    private static boolean hasDelayed(PoolState state) {
        if (RECENT && ClassInfo.UNSAFE.getReference(state.pool, Delayed.SCHEDULER) != null) {
            Native.unsupported("a ForkJoinPool with delayed tasks is shut down");
        }
        return false;
    }

    /** Only later JDKs have it. */
    private static final class Delayed {
        static final long SCHEDULER = offset();

        private static long offset() {
            return ClassInfo.UNSAFE.objectFieldOffset(ForkJoinPool.class, "delayScheduler");
        }
    }

    /**
     * Shuts the pool down, and if {@code now}, drops what is queued; what the pool's state is then, as the JDK has it.
     */
    static long end(Control me, PoolState state, boolean now, boolean enable) {
        if (enable && !state.isCommon) {
            Insights.show(Insights.POOLS_END);
            ForkJoinTask<?>[][] dropped = new ForkJoinTask<?>[1][];
            Thread[][] workers = new Thread[1][];
            boolean stops = state.update(me, () -> {
                state.shutdown = true;
                if (!now) {
                    return stopIfIdle(state);
                }
                boolean first = !state.stopped;
                state.stopped = true;
                dropped[0] = drain(state);
                workers[0] = state.threads();
                return first;
            });
            or(me, state.pool, SHUTDOWN);
            if (stops) {
                stopped(me, state);
            }
            if (now) {
                for (ForkJoinTask<?> task : dropped[0]) {
                    cancel(me, task);
                    add(me, state, -1);
                }
                interrupt(me, workers[0]);
            }
        }
        return state(me, state.pool);
    }

    private static ForkJoinTask<?>[] drain(PoolState state) {
        TaskQueue[] queues = state.select(queue -> true);
        ForkJoinTask<?>[] tasks = new ForkJoinTask<?>[state.queued(true) + state.queued(false)];
        int n = 0;
        for (TaskQueue queue : queues) {
            while (queue.size() > 0) {
                tasks[n++] = queue.remove(0);
                state.outstanding -= counts();
            }
        }
        return tasks;
    }

    private static void cancel(Control me, ForkJoinTask<?> task) {
        try {
            task.cancel(!RECENT);
        } catch (Throwable e) {
            if (me.stopping) {
                throw Stop.STOP;
            }
        }
    }

    private static void interrupt(Control me, Thread[] threads) {
        for (Thread thread : threads) {
            if (thread != me.thread) {
                thread.interrupt();
            }
        }
    }

    private static void stopped(Control me, PoolState state) {
        or(me, state.pool, STOP);
        terminate(me, state);
    }

    /** Tells those who wait for the end, if it has come. */
    static void terminate(Control me, PoolState state) {
        if (!ends()) {
            return;
        }
        boolean over = state.update(me, () -> state.stopped && state.workers == 0);
        if (over) {
            or(me, state.pool, TERMINATED);
            Steps.guarded(me, state.ended, Codes.ALWAYS, 0, Codes.SET, 1, Codes.FOREVER);
        }
    }

    static boolean awaitEnd(Control me, PoolState state, long nanos) throws InterruptedException {
        Insights.show(Insights.POOLS_END);
        Interrupts.check(me);
        if (nanos <= 0) {
            return isSet(me, state.ended);
        }
        return await(me, state.ended, Codes.AT_LEAST, VirtualTime.limit(nanos) | Interrupts.patience(), nanos)
                == Codes.NOTIFIED;
    }

    private static boolean isSet(Control me, long location) {
        return Steps.number(me, location) != 0;
    }

    private static long await(Control me, long location, int guard, int patience, long nanos)
            throws InterruptedException {
        long woke = Steps.guarded(me, location, guard, guard == Codes.AT_LEAST ? 1 : 0, Codes.KEEP, 0, patience);
        if (patience == Codes.FOREVER) {
            return Codes.NOTIFIED;
        }
        me.learn(woke);
        if (woke == Codes.INTERRUPTION) {
            throw new InterruptedException();
        }
        if (woke == Codes.TIMED_OUT) {
            VirtualTime.passNanos(me, nanos);
        }
        return woke;
    }

    /** {@code close}: waits for the end for ever; an interrupt hastens it. */
    static void close(Control me, PoolState state) {
        if (state.isCommon) {
            return;
        }
        boolean interrupted = false;
        end(me, state, false, true);
        while (true) {
            try {
                Interrupts.check(me);
                await(me, state.ended, Codes.AT_LEAST, Interrupts.patience(), 0);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
                end(me, state, true, true);
            }
        }
        if (interrupted) {
            me.thread.interrupt();
        }
    }

    static boolean isQuiet(Control me, PoolState state) {
        Insights.show(Insights.POOLS_ARE_QUIET);
        return !isSet(me, state.unfinished);
    }

    /** Runs what is queued, then waits until nothing is left: 1; 0 if the time is over; -1 if interrupted. */
    static int awaitQuiet(Control me, PoolState state, long nanos, boolean interruptible) {
        Insights.show(Insights.POOLS_ARE_QUIET);
        TaskQueue own = ForkJoin.queue(me, state);
        ForkJoinTask<?> task;
        while ((task = ForkJoin.next(me, state, own)) != null) {
            ForkJoin.execute(me, state, own, task);
        }
        if (own.ofWorker) {
            add(me, state, -own.running);
            ForkJoin.compensate(me, state);
        }
        int patience = nanos < Long.MAX_VALUE >> 1 ? VirtualTime.limit(nanos) : Codes.FOREVER;
        try {
            if (interruptible) {
                Interrupts.check(me);
                patience |= Interrupts.patience();
            }
            return await(me, state.unfinished, Codes.ZERO, patience, nanos) == Codes.NOTIFIED ? 1 : 0;
        } catch (InterruptedException e) {
            return -1;
        } finally {
            if (own.ofWorker && !me.stopping) {
                ForkJoin.uncompensate(me, state);
                add(me, state, own.running);
            }
        }
    }

    /** A field of a primitive type, in which bits may be set. */
    private record Bits(Object object, ClassInfo.FieldInfo field, long set) implements Access.Cell {
        @Override
        public long now(Control me) {
            return ClassInfo.bits(object, field);
        }

        @Override
        public long after(long before) {
            return before | set;
        }
    }

    /** Reads a field of the JDK's object, which is an event if the object has a name. */
    static long read(Control me, Object object, String field) {
        ClassInfo.FieldInfo info = find(object, field);
        if (Names.isNamed(object)) {
            long name = Names.of(me, object);
            Access.readNow(me, Access.declaredField(name, info), name, new Bits(object, info, 0), me.place());
        }
        return ClassInfo.bits(object, info);
    }

    /** Sets bits of the pool's state. */
    private static void or(Control me, ForkJoinPool pool, long bits) {
        ClassInfo.FieldInfo info = find(pool, FIELD);
        long name = Names.of(me, pool);
        Access.update(me, Access.declaredField(name, info), name, new Bits(pool, info, bits), me.place());
        ClassInfo.put(pool, info, ClassInfo.bits(pool, info) | bits);
    }

    /** The pool's state as the JDK has it. */
    static long state(Control me, ForkJoinPool pool) {
        return read(me, pool, FIELD);
    }

    private static ClassInfo.FieldInfo find(Object object, String field) {
        for (ClassInfo.FieldInfo info : ClassInfo.of(object.getClass()).fields()) {
            if (info.name.equals(field)) {
                return info;
            }
        }
        throw new NoSuchFieldError(field);
    }
}
