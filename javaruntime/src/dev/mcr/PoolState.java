package dev.mcr;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/**
 * The queues and workers of a {@code ForkJoinPool}, which are one location.
 *
 * <p>Its value is positive if and only if there is something to do for a worker (a task is queued, or the pool has
 * stopped), so workers wait for a number of at least 1 and learn nothing from that. Apart from this the value is a
 * hash: who updates the location learns everything that is in it. So nothing is in it that nobody needs: how many tasks
 * are unfinished is counted only in programs that shut pools down.
 */
final class PoolState {
    private static final long QUEUES = 0x464a505155455501L;
    private static final long UNFINISHED = 0x464a50554e464901L;
    private static final long ENDED = 0x464a50454e444501L;

    /** The tasks that one thread has pushed and nobody has taken yet, oldest first. */
    static final class TaskQueue {
        final long name;
        final Control owner;
        final boolean ofWorker;
        private ForkJoinTask<?>[] tasks = new ForkJoinTask<?>[8];
        private long[] names = new long[8];
        private int size;
        /**
         * The worker's queue from which the owner has taken the task that it is running; null if that was none of a
         * worker.
         */
        TaskQueue source;
        /** How many tasks the owner is running, one inside the other. Nobody else asks. */
        int running;

        TaskQueue(Control owner, boolean ofWorker) {
            this.name = owner.id;
            this.owner = owner;
            this.ofWorker = ofWorker;
        }

        int size() {
            return size;
        }

        ForkJoinTask<?> oldest() {
            return tasks[0];
        }

        ForkJoinTask<?> youngest() {
            return tasks[size - 1];
        }

        int find(ForkJoinTask<?> task) {
            for (int i = size - 1; i >= 0; i--) {
                if (tasks[i] == task) {
                    return i;
                }
            }
            return -1;
        }

        void add(ForkJoinTask<?> task, long taskName) {
            if (size == tasks.length) {
                tasks = Copies.of(tasks, size * 2);
                names = Copies.of(names, size * 2);
            }
            tasks[size] = task;
            names[size++] = taskName;
        }

        ForkJoinTask<?> remove(int index) {
            ForkJoinTask<?> task = tasks[index];
            size--;
            for (int i = index; i < size; i++) {
                tasks[i] = tasks[i + 1];
                names[i] = names[i + 1];
            }
            tasks[size] = null;
            return task;
        }

        private long value() {
            long value = name;
            for (int i = 0; i < size; i++) {
                value = Hash.mix(value, names[i]);
            }
            return source == null ? value : Hash.mix(value, source.name);
        }
    }

    /** What an update does, and what it answers. */
    interface Change<T> {
        T make();
    }

    final ForkJoinPool pool;
    final boolean isCommon;
    final boolean fifo;
    final int parallelism;
    /** Numbers that the scheduler keeps: unfinished tasks; 1 when the pool has terminated. */
    final long unfinished;
    final long ended;
    /** What the JDK's code takes for the queue of a thread that is no worker. */
    final Object externalQueue;
    private final long name;
    private final long location;
    private TaskQueue[] queues = new TaskQueue[4];
    private int count;
    /** Threads started and not ended; those of them that wait and are made up for. */
    int workers;
    int blocked;
    /** Tasks queued or running, where that counts. */
    int outstanding;
    boolean shutdown;
    boolean stopped;
    /** The workers, where it counts who they are. */
    private Thread[] threads = new Thread[4];
    private int threadCount;

    PoolState(Control me, ForkJoinPool pool, boolean isCommon, int parallelism, boolean fifo, Object externalQueue) {
        this.pool = pool;
        this.isCommon = isCommon;
        this.parallelism = parallelism;
        this.fifo = fifo;
        this.externalQueue = externalQueue;
        name = Names.of(me, pool);
        location = part(QUEUES, "tasks");
        unfinished = part(UNFINISHED, "unfinished tasks");
        ended = part(ENDED, "terminated");
    }

    private long part(long key, String label) {
        long part = Hash.mix(name, key);
        if (Labels.isNew(part)) {
            Native.labelDeclaredField(part, name, label, 'I', true);
        }
        return part;
    }

    /** The queue of a thread, made when it is first asked for. */
    TaskQueue queueOf(Control thread, boolean ofWorker) {
        for (int i = 0; i < count; i++) {
            if (queues[i].owner == thread) {
                return queues[i];
            }
        }
        if (count == queues.length) {
            queues = Copies.of(queues, count * 2);
        }
        // In the order of their names, which does not depend on who has asked first.
        int place = count++;
        TaskQueue made = new TaskQueue(thread, ofWorker);
        while (place > 0 && queues[place - 1].name > made.name) {
            queues[place] = queues[place - 1];
            place--;
        }
        return queues[place] = made;
    }

    /** The queue that has the task, or null. */
    TaskQueue holding(ForkJoinTask<?> task) {
        for (int i = 0; i < count; i++) {
            if (queues[i].find(task) >= 0) {
                return queues[i];
            }
        }
        return null;
    }

    /** The queues that are not empty and pass a test. */
    TaskQueue[] select(java.util.function.Predicate<TaskQueue> wanted) {
        TaskQueue[] selected = new TaskQueue[count];
        int n = 0;
        for (int i = 0; i < count; i++) {
            if (queues[i].size > 0 && wanted.test(queues[i])) {
                selected[n++] = queues[i];
            }
        }
        return Copies.of(selected, n);
    }

    /** How many tasks are queued, by workers or by others. */
    int queued(boolean byWorkers) {
        int n = 0;
        for (int i = 0; i < count; i++) {
            if (queues[i].ofWorker == byWorkers) {
                n += queues[i].size;
            }
        }
        return n;
    }

    void addWorker(Thread thread) {
        if (threadCount == threads.length) {
            threads = Copies.of(threads, threadCount * 2);
        }
        threads[threadCount++] = thread;
    }

    void removeWorker(Thread thread) {
        for (int i = 0; i < threadCount; i++) {
            if (threads[i] == thread) {
                threads[i] = threads[--threadCount];
                threads[threadCount] = null;
                return;
            }
        }
    }

    Thread[] threads() {
        return Copies.of(threads, threadCount);
    }

    private long value() {
        boolean something = stopped;
        long all = 0;
        for (int i = 0; i < count; i++) {
            TaskQueue queue = queues[i];
            something |= queue.size > 0;
            if (queue.size > 0 || queue.source != null) {
                all += Hash.mix(queue.value(), 1);
            }
        }
        if (all == 0 && !something && workers == 0 && outstanding == 0 && !shutdown) {
            return 0;
        }
        for (int i = 0; i < threadCount; i++) {
            Control thread = Threads.find(threads[i]);
            all += Hash.mix(thread == null ? 0 : thread.id, 2);
        }
        long value = Hash.mix(Hash.mix(all, workers), ((long) blocked << 32) + outstanding);
        value = Hash.mix(value, (shutdown ? 1 : 0) + (stopped ? 2 : 0));
        return something ? value & Long.MAX_VALUE | 1 : value | Long.MIN_VALUE;
    }

    /** One operation on the location: what it answers may depend on everything that is in it. */
    <T> T update(Control me, Change<T> change) {
        me.initialiserTells();
        Steps.step(me, me.place(), Codes.UPDATE, location, 0);
        long before = value();
        T answer = change.make();
        Steps.updated(me, location, before, value());
        return answer;
    }

    /** Waits until there is something to do for a worker. */
    void awaitWork(Control me) {
        Steps.guarded(me, location, Codes.AT_LEAST, 1, Codes.KEEP, 0, Codes.FOREVER);
    }
}
