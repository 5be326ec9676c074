package dev.mcr;

/**
 * Keys of local states: what a thread can forget.
 *
 * <p>What a thread does next depends on its stack, on the objects that only it can reach, and on what this runtime
 * keeps for it. {@link Control#history} stands for all of that: everything that the thread has learned. A scope is one
 * activation of a method. While it lasts, the frames below stand still; so when it returns, the state is where it
 * began, what it returns, and its effects. The same holds at the head of a loop, with the locals that are live in the
 * place of what is returned, and the number of the round. That is a key: it takes the place of the history, and what
 * was learned within and does not show in it is forgotten.
 *
 * <p>Invariant: two histories that are equal stand for equal states. So a key is made only where it is certain;
 * whatever changes the state of the thread in a way that no key can tell must call {@link #pin}: then what was learned
 * up to there stays a part of the history of every scope that is open. What is pinned again and again is remembered as
 * ever.
 *
 * <p>What happens while nothing has been learned since a scope began follows from its beginning, and counts as a part
 * of that. Objects are named by where they are made, or named first (the calls and rounds of loops that lead there, and
 * how many were there before), so that what has been forgotten renames nothing. Calls in which nothing is learned,
 * named or made by the program are not counted there: what the JDK does once in a JVM does not show.
 */
final class Scopes {
    /** Whether keys are wanted. */
    static final boolean ON = Native.localStates();

    /** Where a thread was at the head of a loop. */
    static final class Place {
        private int round;
        private final Scope.Base head = new Scope.Base();
        private final Scope.Base entry = new Scope.Base();
    }

    /** Scopes inside each other; what is deeper belongs to the last of them. */
    private static final int MOST = 64;

    private static final int RETURN = 179;
    private static final int HEAD = 181;
    private static final int LEFT = 223;
    private static final int SHOWN = 211;
    private static final int REFERENCE = 197;

    /** An object of the thread's own of which it is not known what it has come to be. */
    static final long UNKNOWN = -1;

    /** Scopes that are open; some may have been left by exceptions. */
    private Scope[] stack = new Scope[8];
    private int depth;
    /** The thread outside of all scopes. */
    private final Scope ground = new Scope();
    /** The history is a key that nobody has been told. */
    private boolean isNew;
    /** The key that is being made at the head of a loop, or behind one, and whether it still is certain. */
    private long key;
    private boolean isCertain;

    private final OwnObjects own = new OwnObjects();

    /** Whether locals are wanted for a key. */
    boolean collecting;

    /** What it is made for. */
    private int site;

    Scopes(long thread) {
        ground.begin(thread);
    }

    private Scope top() {
        return depth == 0 ? ground : stack[depth - 1];
    }

    /** Takes scopes away that were left by exceptions; the one of this call, or null if it is none. */
    private Scope ofCall(int call) {
        while (depth > 0 && stack[depth - 1].call > call) {
            depth--;
        }
        return depth > 0 && stack[depth - 1].call == call ? stack[depth - 1] : null;
    }

    /** A method begins. */
    void enter(Control me, int call) {
        if (depth == MOST || me.open != Control.NONE || me.initialisers.depth != 0) {
            return;
        }
        if (depth == stack.length) {
            stack = Copies.of(stack, depth * 2);
        }
        Scope scope = stack[depth];
        if (scope == null) {
            scope = new Scope();
            stack[depth] = scope;
        }
        scope.begin(top(), call);
        depth++;
        scope.callSite = me.callSite;
        begin(me, scope.entry);
        scope.head.set(scope.entry);
    }

    private static void rebase(Control me, Scope.Base base, int made) {
        if (made > base.made) {
            return;
        }
        if (base.history != me.history) {
            begin(me, base);
        } else {
            // It may be found through an older object from here on.
            base.made = Names.made();
        }
    }

    private static void begin(Control me, Scope.Base base) {
        base.history = me.history;
        base.made = Names.made();
        base.named = 0;
        base.barriers = me.since.barriers;
    }

    /** A method returns a number. */
    void exit(Control me, int call, int site, long value) {
        Scope scope = over(me, call);
        if (scope != null) {
            own.begin();
            exit(me, scope, site, value, true);
        }
    }

    /** A method returns a reference. */
    void exit(Control me, int call, int site, Object value) {
        Scope scope = over(me, call);
        if (scope != null) {
            own.begin();
            long name = me.history == scope.entry.history ? UNKNOWN : reference(me, value, scope.entry);
            exit(me, scope, site, name, name != UNKNOWN);
        }
    }

    /** The scope of a call that is over. */
    private Scope over(Control me, int call) {
        Scope scope = ofCall(call);
        if (scope != null) {
            depth--;
            me.callSite = scope.callSite;
            me.rounds.isOver(call);
        }
        return scope;
    }

    private void exit(Control me, Scope scope, int site, long value, boolean isCertain) {
        // What was not learned need not be forgotten.
        if (isCertain && me.history != scope.entry.history && isPlain(me)) {
            long state = state(me, scope.entry);
            if (state != UNKNOWN) {
                becomes(me, Hash.mix(state, Hash.mix(Hash.mix(RETURN, SitePlaces.of(site)), value)));
            }
        }
        if (depth == 0) {
            tell(me);
        }
    }

    /** A thread comes to the head of a loop. {@code head} is negative if it is not known what is in the loop. */
    void arrive(Control me, int call, int site, int head, int last) {
        Scope scope = ofCall(call);
        if (scope == null || head < 0) {
            return;
        }
        scope.arrive(site, head, last);
        me.callSite = scope.callSite;
        collect(me, scope, site, HEAD);
    }

    /** A thread comes to an instruction where loops are left. {@code tells}: what its locals hold will be told. */
    void leave(Control me, int call, int site, int index, boolean tells) {
        Scope scope = ofCall(call);
        if (scope == null) {
            return;
        }
        scope.leave(me.rounds, index);
        me.callSite = scope.callSite;
        if (tells) {
            collect(me, scope, site, LEFT);
        }
    }

    /** Begins a key at a place in a scope, if it is worth it. */
    private void collect(Control me, Scope scope, int site, int kind) {
        if (me.history == scope.head.history || !isPlain(me)) {
            return;
        }
        collecting = true;
        isCertain = true;
        own.begin();
        this.site = site;
        key = kind;
    }

    void local(long number) {
        key = Hash.mix(key, number);
    }

    void local(Control me, Object reference) {
        long name = reference(me, reference, top().head);
        isCertain &= name != UNKNOWN;
        key = Hash.mix(key, name);
    }

    /** The locals have been told. */
    void arrived(Control me) {
        collecting = false;
        Scope scope = top();
        long state = isCertain ? state(me, scope.head) : UNKNOWN;
        if (state == UNKNOWN) {
            // From here on, what is there already is older.
            begin(me, scope.head);
            return;
        }
        long hash = Hash.mix(Hash.mix(state, SitePlaces.of(site)), scope.rounds());
        becomes(me, Hash.mix(hash, key));
    }

    /**
     * A number that is given once in an execution, for the name of an object of which it is not known where it was
     * made.
     */
    long next() {
        counts();
        return top().next();
    }

    /** The program has made an object of this class: where. With the class, that is given once. */
    long made(Class<?> type) {
        counts();
        return top().made(type);
    }

    /**
     * An object of this class, of which it is not known where it was made, gets a hash code: where. That does not
     * count: code of the JDK that runs once in a JVM may ask.
     */
    long hashed(Class<?> type) {
        return top().hashed(type);
    }

    /** Something happens by which the open calls are told from those that follow. */
    void counts() {
        for (int i = depth - 1; i >= 0 && !stack[i].counts; i--) {
            stack[i].count(i == 0 ? ground : stack[i - 1]);
        }
    }

    /** Takes note of where the thread is, at the head of a loop. */
    void note(Place place, int call) {
        Scope scope = ofCall(call);
        place.round = scope == null ? 0 : scope.round();
        if (scope != null) {
            place.head.set(scope.head);
            place.entry.set(scope.entry);
        }
    }

    /** The thread is about to say that it waits. It goes back from there, so that place needs no key. */
    void waits() {
        collecting = false;
        isNew = false;
    }

    /** A round of a loop has changed nothing: as if it had not been. */
    void goBack(Place place, int call) {
        Scope scope = ofCall(call);
        if (scope != null && place.round > 0) {
            scope.atHead(place.round);
            scope.head.set(place.head);
            scope.entry.set(place.entry);
        }
        isNew = false;
    }

    /** Something has changed that no key tells. */
    void pin(Control me) {
        rebase(me, 0);
    }

    /** An object that only this thread can reach is about to be changed. */
    void wrote(Control me, Object object) {
        if (depth > 0 && object != null) {
            rebase(me, Names.madeAs(me, object));
        }
    }

    /** The object that was the nth to be made has changed; 0: it is older than all scopes, or may be. */
    private void rebase(Control me, int made) {
        for (int i = depth - 1; i >= 0; i--) {
            rebase(me, stack[i].entry, made);
            rebase(me, stack[i].head, made);
        }
    }

    /** An object has got a name: from now on what is done to it are events. */
    void named(Control me, Object object, long name) {
        counts();
        if (depth == 0) {
            return;
        }
        int made = Names.madeAs(me, object);
        // Of an object that is known by where it was made the name says which it is.
        boolean tells = Names.madeAt(me, object) != 0;
        for (int i = depth - 1; i >= 0; i--) {
            named(me, stack[i].entry, made, tells, name);
            named(me, stack[i].head, made, tells, name);
        }
    }

    private static void named(Control me, Scope.Base base, int made, boolean tells, long name) {
        if (made > base.made || me.history == base.history) {
            return;
        }
        if (tells) {
            base.named += Hash.mix(name, SHOWN);
        } else {
            begin(me, base);
        }
    }

    /** The thread is about to announce an operation, or it ends. */
    void tell(Control me) {
        if (isNew) {
            isNew = false;
            Native.key(me.history);
        }
    }

    /** The thread has learned something. */
    void learned() {
        isNew = false;
        counts();
    }

    private void becomes(Control me, long newKey) {
        me.history = Hash.notNull(newKey);
        me.placed = 0;
        isNew = true;
    }

    /** What a reference says to its thread, in a local state that is told from a base on; or {@link #UNKNOWN}. */
    long reference(Control me, Object object, Scope.Base base) {
        if (object == null) {
            return 0;
        }
        // That one of these has a name may be the work of another thread.
        long name = Contents.ofSimple(object);
        if (name != 0) {
            return name;
        }
        name = Names.given(object);
        if (name != 0) {
            return KeptByJdk.knows(me, name) ? name : UNKNOWN;
        }
        int made = Names.madeAs(me, object);
        if (made == 0) {
            return UNKNOWN;
        }
        if (made > base.made) {
            // Under PSO it matters which of the writes to it are behind a barrier.
            return StoreBuffers.partial ? UNKNOWN : own.of(me, object, base);
        }
        long place = Names.madeAt(me, object);
        // It is older, and nobody has changed it since.
        return place == 0 ? UNKNOWN : Hash.mix(Hash.mix(REFERENCE, ClassInfo.of(object.getClass()).hash), place);
    }

    /** Whether the thread is between two operations, and nothing is half done. */
    private static boolean isPlain(Control me) {
        return me.open == Control.NONE && !me.learning && !me.stopping && me.initialisers.depth == 0
                && me.inits.depth == 0 && me.opaqueCalls == null && me.held == null && me.ending == null && !me.joining
                && me.joint.length == 0 && me.channelOperation == null && me.entered == null && me.disturbance == null
                && me.uncaught == null && !me.handedOut.isOpen() && me.unreported.isEmpty();
    }

    /** Where the scope was, and its effects; or {@link #UNKNOWN}. */
    private long state(Control me, Scope.Base base) {
        long locals = me.locals.state(me, base);
        if (locals == UNKNOWN) {
            return UNKNOWN;
        }
        long hash = Hash.mix(Hash.mix(base.history, base.named), depth);
        hash = Hash.mix(hash, me.rounds.state());
        hash = Hash.mix(Hash.mix(hash, me.counts.state()), me.starts.known());
        hash = Hash.mix(Hash.mix(hash, KeptByJdk.state(me)), me.inits.sum());
        hash = Hash.mix(hash, Threads.seeds(me.thread));
        hash = Hash.mix(hash, (me.clockStands ? 1 : 0) + (me.knowsDefaultHandler ? 2 : 0) + (me.hasSlept ? 4 : 0)
                + ((long) me.halfPrinted << 8));
        hash = Hash.mix(hash, locals);
        if (StoreBuffers.on) {
            // Writes to objects of its own that came before the base are behind a barrier since, or not.
            hash = Hash.mix(hash, (me.since.fence ? 1 : 0) + (me.since.barrier ? 2 : 0)
                    + (me.since.barriers > base.barriers ? 4 : 0));
        }
        return hash;
    }
}
