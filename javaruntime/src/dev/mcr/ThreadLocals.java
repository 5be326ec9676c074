package dev.mcr;

/**
 * The thread locals that a thread has set, removed or asked for the first time: a part of its local state.
 *
 * <p>Invariant: whatever a thread local that is known ({@link #identity}) holds, the history of the thread or the next
 * key tells it. Of those that it has never touched, the beginning of the thread does. One that is not known pins what
 * was learned when it is touched ({@link Scopes#pin}), and so does a value of which no key can tell what it is.
 *
 * <p>What they hold is looked up in the thread when a key is made. One that held nothing when it was first touched, and
 * holds nothing now, is as if it had not been touched.
 */
final class ThreadLocals {
    private static final int EMPTY = 233;
    private static final int PINNED = 239;
    private static final int HELD = 241;

    private static final Class<?> TERMINATING = Internals.find("jdk.internal.misc.TerminatingThreadLocal");
    private static final Class<?> OF_CARRIERS = Internals.find("jdk.internal.misc.CarrierThreadLocal");

    /** In the order in which they were touched, and whether each held nothing before. */
    private ThreadLocal<?>[] touched = {};
    private boolean[] wasEmpty = {};
    /** The history says what it holds, and has done so since then. */
    private boolean[] isPinned = {};
    private int size;

    /** First values that are being made, and whether the thread local of one of them is not known. */
    private int making;
    private boolean isUnknown;

    /** What a thread local holds will change, or may; whether the history says what it will hold. */
    boolean changes(Control me, ThreadLocal<?> local) {
        if (!follows(me, local)) {
            me.scopes.pin(me);
            return true;
        }
        int i = 0;
        while (i < size && touched[i] != local) {
            i++;
        }
        if (i == size) {
            add(local, ThreadFields.held(me.thread, local) == ThreadFields.NOTHING);
        }
        isPinned[i] = false;
        return false;
    }

    private void add(ThreadLocal<?> local, boolean isEmpty) {
        if (size == touched.length) {
            touched = Copies.of(touched, size * 2 + 2);
            wasEmpty = Copies.of(wasEmpty, touched.length);
            isPinned = Copies.of(isPinned, touched.length);
        }
        touched[size] = local;
        wasEmpty[size++] = isEmpty;
    }

    /**
     * The first value of a thread local will be made, by code of the program perhaps, between {@link #begin} and
     * {@link #end}.
     */
    void makes(Control me, ThreadLocal<?> local) {
        isUnknown |= changes(me, local);
    }

    void begin() {
        making++;
    }

    /** If no key tells what was made, it is older than what comes. */
    void end(Control me) {
        if (isUnknown && !me.isSilent()) {
            me.scopes.pin(me);
        }
        making--;
        isUnknown &= making > 0;
    }

    /** Those that it has touched and what they hold, by turns. */
    Object[] held(Control me) {
        forget(me);
        Object[] held = new Object[2 * size];
        for (int i = 0; i < size; i++) {
            held[2 * i] = touched[i];
            held[2 * i + 1] = ThreadFields.held(me.thread, touched[i]);
        }
        return held;
    }

    /** What they hold, told from a base on; {@link Scopes#UNKNOWN} if no key can tell, and then that is pinned. */
    long state(Control me, Scope.Base base) {
        forget(me);
        long hash = size;
        boolean isCertain = true;
        for (int i = 0; i < size; i++) {
            long part = isPinned[i] ? PINNED : part(me, touched[i], base);
            if (part == Scopes.UNKNOWN) {
                isCertain = false;
                isPinned[i] = true;
            }
            hash = Hash.mix(hash, part);
        }
        if (isCertain) {
            return hash;
        }
        me.scopes.pin(me);
        return Scopes.UNKNOWN;
    }

    private static long part(Control me, ThreadLocal<?> local, Scope.Base base) {
        long identity = identity(me, local);
        Object held = ThreadFields.held(me.thread, local);
        if (identity == 0 || held == ThreadFields.NOTHING) {
            return identity == 0 ? Scopes.UNKNOWN : Hash.mix(EMPTY, identity);
        }
        long value = me.scopes.reference(me, held, base);
        return value == Scopes.UNKNOWN ? value : Hash.mix(Hash.mix(HELD, identity), value);
    }

    /** Those that are as they were before they were touched, unless they are about to get a value. */
    private void forget(Control me) {
        if (making > 0) {
            return;
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (!wasEmpty[i] || ThreadFields.held(me.thread, touched[i]) != ThreadFields.NOTHING) {
                touched[kept] = touched[i];
                wasEmpty[kept] = wasEmpty[i];
                isPinned[kept++] = isPinned[i];
            }
        }
        while (size > kept) {
            touched[--size] = null;
        }
    }

    /** Whether what a thread local holds is told by keys. */
    static boolean follows(Control me, ThreadLocal<?> local) {
        return identity(me, local) != 0;
    }

    /** Which thread local it is, in words of which each execution has the same; 0 if that is not known. */
    private static long identity(Control me, ThreadLocal<?> local) {
        if (TERMINATING.isInstance(local) || OF_CARRIERS != null && OF_CARRIERS.isInstance(local)) {
            return 0;
        }
        long name = Names.given(local);
        if (name != 0) {
            return KeptByJdk.knows(me, name) ? name : 0;
        }
        long place = Names.madeAt(me, local);
        return place == 0 ? 0 : Hash.mix(ClassInfo.of(local.getClass()).hash, place);
    }
}
