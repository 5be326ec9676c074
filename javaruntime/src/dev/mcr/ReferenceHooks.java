package dev.mcr;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Queues of references, as threads of the program see them: what the program enqueues comes out again, in the JDK's
 * order (the last first).
 *
 * <p>When the garbage collector comes by is nothing that a schedule decides, so what it enqueues the program never
 * gets: a thread that waits for it waits until another thread enqueues something. Each operation is one update of the
 * queue's version; what waits and what wakes has a lock of the queue's own, as in the JDK.
 */
public final class ReferenceHooks {
    private ReferenceHooks() {}

    private static final long LOCK = 0x5245465155455501L;
    private static final long ENQUEUE = Hash.text(67, "enqueue");
    private static final long TAKE = Hash.text(67, "take");
    private static final long QUEUE = ClassInfo.UNSAFE.objectFieldOffset(Reference.class, "queue");
    private static final Method FINALIZE = Internals.method(Internals.type("jdk.internal.access.JavaLangAccess"),
            "invokeFinalize", Object.class);
    private static final Object NONE = StaticField.of(ReferenceQueue.class, "NULL", "NULL_QUEUE").get();
    private static final Object ENQUEUED = StaticField.of(ReferenceQueue.class, "ENQUEUED").get();

    /** What is in a queue. */
    private static final class Entry {
        final Reference<?> reference;
        final Entry next;

        Entry(Reference<?> reference, Entry next) {
            this.reference = reference;
            this.next = next;
        }
    }

    /** What is in the queues of this execution: an array with the first entry for each. */
    private static IdentityMap queues = new IdentityMap();

    static void reset() {
        queues = new IdentityMap();
    }

    /** Whether a queue is one of the program: the JDK's own are no object that the program has a name for. */
    public static boolean isOfProgram(Object queue) {
        return Hooks.self() != null && (queues.get(queue) != null || Names.isNamed(queue));
    }

    /** The program's finalizers never run: nothing that a schedule decides would say when. */
    public static void invokeFinalize(Object access, Object finalized, int site) throws Throwable {
        if (!ClassInit.isOfProgram(finalized.getClass())) {
            try {
                FINALIZE.invoke(access, finalized);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    public static boolean controls(Object queue) {
        return Hooks.self() != null;
    }

    public static Object poll(Object queue) {
        return take(Hooks.self(), queue);
    }

    public static Object remove(Object queue) throws InterruptedException {
        return remove(queue, 0);
    }

    public static Object remove(Object queue, long millis) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("Negative timeout value");
        }
        Control me = Hooks.self();
        long lock = lock(me, queue);
        int site = me.place();
        Monitors.enter(me, lock, site);
        long since = VirtualTime.begin(me);
        long left = millis;
        Reference<?> taken = take(me, queue);
        while (taken == null) {
            if (Interrupts.interrupted(me)) {
                Monitors.exit(me, lock, site);
                throw new InterruptedException();
            }
            int patience = (millis > 0 ? VirtualTime.limitMillis(left) : Codes.FOREVER) | Interrupts.patience();
            long woke = Monitors.await(me, lock, 0, patience, site);
            if (woke == Codes.INTERRUPTION) {
                Monitors.exit(me, lock, site);
                throw new InterruptedException();
            }
            taken = take(me, queue);
            if (woke == Codes.TIMED_OUT) {
                VirtualTime.pass(me, left);
                break;
            }
            left = VirtualTime.leftMillis(me, millis, since);
            if (taken == null && millis > 0 && left <= 0) {
                break;
            }
        }
        Monitors.exit(me, lock, site);
        return taken;
    }

    /** {@code Reference.enqueue}, called by the program; whether the reference was in no queue yet. */
    public static boolean enqueue(Object queue, Reference<?> reference) {
        Control me = Hooks.self();
        long lock = lock(me, queue);
        int site = me.place();
        Monitors.enter(me, lock, site);
        Versions.change(me, queue, ENQUEUE, Names.of(me, reference), site);
        boolean fits = ClassInfo.UNSAFE.getReference(reference, QUEUE) == queue;
        if (fits) {
            Entry[] entries = entries(queue);
            entries[0] = new Entry(reference, entries[0]);
            Versions.change(me, reference, ENQUEUE, 0, site);
            ClassInfo.UNSAFE.putReference(reference, QUEUE, ENQUEUED);
            Steps.step(me, site, Codes.NOTIFY_ALL, lock, 0);
        }
        Monitors.exit(me, lock, site);
        return fits;
    }

    private static Reference<?> take(Control me, Object queue) {
        Versions.change(me, queue, TAKE, 0, me.place());
        Entry[] entries = entries(queue);
        Entry first = entries[0];
        if (first == null) {
            return null;
        }
        entries[0] = first.next;
        Versions.change(me, first.reference, TAKE, 0, me.place());
        ClassInfo.UNSAFE.putReference(first.reference, QUEUE, NONE);
        return first.reference;
    }

    private static Entry[] entries(Object queue) {
        Entry[] entries = (Entry[]) queues.get(queue);
        if (entries == null) {
            entries = new Entry[1];
            queues.put(queue, entries);
        }
        return entries;
    }

    private static long lock(Control me, Object queue) {
        long lock = Hash.notNull(Hash.mix(LOCK, Names.of(me, queue)));
        if (Labels.isNew(lock)) {
            Native.labelObject(lock, "ReferenceQueue.lock", true);
        }
        return lock;
    }
}
