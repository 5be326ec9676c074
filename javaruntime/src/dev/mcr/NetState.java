package dev.mcr;

/**
 * A thing of the network inside the program that threads share, as one location: one direction of a connection, the
 * connections that wait to be accepted, the datagrams that have arrived, what a selector waits for.
 *
 * <p>Its value has two bits that threads wait for, and is apart from these a hash of all that it contains; 0 is its
 * value as long as it is new. Who updates it learns all that is in it; who only waits learns nothing.
 *
 * <p>Invariant: nothing that is in it is read or changed but in {@link #update}, or read after {@link #look}.
 */
abstract class NetState {
    /** There is something to take, or that there will be nothing more. */
    static final long READY = 1;
    /** Nothing can be added. */
    static final long FULL = 2;
    private static final long BITS = 3;

    /** What an update does, and what it answers. */
    interface Change<T> {
        T make();
    }

    private final long location;
    /** The selectors to tell when there is more to take, and when there is more room. */
    private NetSelector[] readers = new NetSelector[0];
    private NetSelector[] writers = new NetSelector[0];

    /** {@code name}: of what it is a part. What reports call it is said later. */
    NetState(long name, long key) {
        location = Hash.notNull(Hash.mix(name, key));
    }

    NetState(long name, long key, String label) {
        this(name, key);
        label(name, label);
    }

    /** Reports call it so, as a part of what has the name. */
    final void label(long name, String label) {
        if (Labels.isNew(location)) {
            Native.labelDeclaredField(location, name, label, 'I', true);
        }
    }

    /** Whether there is something to take; never, where nobody waits for it. */
    boolean isReady() {
        return false;
    }

    /** Whether there is no room. */
    boolean isFull() {
        return false;
    }

    /** A hash of all that is in it; 0 if it is new. */
    abstract long contents();

    private long value() {
        long contents = contents();
        for (NetSelector selector : readers) {
            contents = Hash.mix(contents, selector.name);
        }
        for (NetSelector selector : writers) {
            contents = Hash.mix(contents, ~selector.name);
        }
        long bits = (isReady() ? READY : 0) | (isFull() ? FULL : 0);
        return contents == 0 ? bits : Hash.mix(contents, BITS) & ~BITS | bits;
    }

    /** Whether the end that takes something was closed: selectors tell nothing of it, as it is no longer theirs. */
    boolean isReadEndClosed() {
        return false;
    }

    /** The same for the end that puts something there. */
    boolean isWriteEndClosed() {
        return false;
    }

    /** One operation: what it answers may depend on all that is in it. */
    <T> T update(Control me, Change<T> change) {
        if (me == null) {
            return change.make();
        }
        me.initialiserTells();
        Steps.step(me, me.place(), Codes.UPDATE, location, 0);
        boolean wasReady = isReady();
        boolean wasFull = isFull();
        long before = value();
        T answer = change.make();
        Steps.updated(me, location, before, value());
        if (isReady() && !wasReady && !isReadEndClosed()) {
            tell(me, readers);
        }
        if (wasFull && !isFull() && !isWriteEndClosed()) {
            tell(me, writers);
        }
        return answer;
    }

    /** The thread learns what is in it, and changes nothing. */
    void look(Control me) {
        if (me != null) {
            me.initialiserTells();
            Access.read(me, location, 0, me.place());
            Access.completeRead(me, value());
        }
    }

    /** Waits until one of these bits is set, or, if not {@code set}, until it is not; false if the time is over. */
    boolean await(Control me, long bit, boolean set, long nanos) {
        if (me == null) {
            return awaitUnseen(bit, set, nanos);
        }
        if (nanos == 0) {
            look(me);
            return (value() & bit) != 0 == set;
        }
        return guarded(me, bit, set, nanos, 0) != Codes.TIMED_OUT;
    }

    /** Why the wait has ended, which the thread learns if there is more than one reason. */
    private long guarded(Control me, long bit, boolean set, long nanos, int patience) {
        int all = (nanos < 0 ? Codes.FOREVER : VirtualTime.limit(nanos)) | patience;
        long woke = Steps.guarded(me, location, set ? Codes.HAS : Codes.LACKS, bit, Codes.KEEP, 0, all);
        if (all != Codes.FOREVER) {
            me.learn(woke);
            if (woke == Codes.TIMED_OUT) {
                VirtualTime.passNanos(me, nanos);
            }
        }
        return woke;
    }

    /** The same, and an interrupt ends the wait; the flag stays. */
    void awaitInterruptibly(Control me, long bit, boolean set, long nanos) {
        if (me == null || Interrupts.patience() == 0) {
            await(me, bit, set, nanos);
            return;
        }
        if (guarded(me, bit, set, nanos, Interrupts.patience()) == Codes.INTERRUPTION) {
            Steps.step(me, me.place(), Codes.INTERRUPT, me.id, 0);
        }
    }

    private static final long UNSEEN_WAIT_MILLIS = 1;

    /** A thread of the JDK that nobody follows. */
    private boolean awaitUnseen(long bit, boolean set, long nanos) {
        long end = System.nanoTime() + nanos;
        while ((value() & bit) != 0 != set) {
            if (nanos >= 0 && System.nanoTime() - end >= 0) {
                return false;
            }
            try {
                Thread.sleep(UNSEEN_WAIT_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    /** A selector is to be told from now on, or no longer. */
    void watched(Control me, NetSelector selector, boolean reads, boolean wanted) {
        update(me, () -> {
            watch(selector, reads, wanted);
            return null;
        });
    }

    /** The selectors that are told of another state are told of this one from now on, which has taken its place. */
    void takesPlaceOf(Control me, NetState other) {
        other.look(me);
        for (NetSelector selector : other.readers) {
            watched(me, selector, true, true);
            selector.changed(me, this);
        }
        for (NetSelector selector : other.writers) {
            watched(me, selector, false, true);
        }
    }

    private void watch(NetSelector selector, boolean reads, boolean wanted) {
        NetSelector[] all = reads ? readers : writers;
        int at = 0;
        while (at < all.length && all[at].name < selector.name) {
            at++;
        }
        boolean isThere = at < all.length && all[at] == selector;
        if (isThere == wanted) {
            return;
        }
        NetSelector[] changed = new NetSelector[all.length + (wanted ? 1 : -1)];
        for (int i = 0; i < changed.length; i++) {
            if (wanted) {
                changed[i] = i < at ? all[i] : i == at ? selector : all[i - 1];
            } else {
                changed[i] = i < at ? all[i] : all[i + 1];
            }
        }
        if (reads) {
            readers = changed;
        } else {
            writers = changed;
        }
    }

    private void tell(Control me, NetSelector[] selectors) {
        for (NetSelector selector : selectors) {
            selector.changed(me, this);
        }
    }
}
