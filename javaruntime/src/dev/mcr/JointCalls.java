package dev.mcr;

/**
 * Calls of code that is not rewritten which touch several objects with versions: {@code a.before(b)}, or
 * {@code format.format(x)} after {@code format.setCalendar(c)}.
 *
 * <p>Such a call has to be one step for all these versions. So the thread enters a lock for each of them, in the order
 * of their locations, so that nobody waits for ever; updates all; and leaves the locks before whatever it does next.
 * The call itself lies in between. What an object has kept of earlier calls is touched by calls of that object: that is
 * known once its lock is entered and its version is learned; if there is more to lock then, the thread begins again.
 *
 * <p>Most objects never meet others in a call, and theirs are single updates without locks. Whose do, is an insight,
 * about the classes of the objects ({@link Insights}).
 *
 * <p>Invariant: from the last update of a call to the call itself no other thread has touched any of its versions; so
 * the order of the updates of a version is that of the calls. A thread that stops for anything else holds no such lock.
 */
final class JointCalls {
    private JointCalls() {}

    /** Over all executions: the kinds of the versions that calls touch together with others. */
    private static final LongSet MEETING = new LongSet();
    private static boolean any;

    /** For each version the class of the object whose it is; a version of something else is a kind of its own. */
    private static LongMap kinds = new LongMap();
    private static NamedObjects classes = new NamedObjects();
    /** For each version those of the objects that its objects have kept ({@link Kept}). */
    private static NamedObjects kept = new NamedObjects();

    /** The versions whose objects an object has kept. */
    private static final class Kept {
        private long[] versions = NONE;
    }

    static void reset() {
        kinds = new LongMap();
        classes = new NamedObjects();
        VersionUse.reset();
        if (any) {
            kept = new NamedObjects();
        }
    }

    /** A version is that of an object of this class. */
    static void isOf(long version, ClassInfo info) {
        if (kinds.get(version) == 0) {
            kinds.put(version, info.hash);
            classes.put(info.hash, info);
        }
    }

    /** That is known before it shows. */
    static void isToMeet(long kind) {
        MEETING.add(kind);
        any = true;
    }

    /** Whether a version is that of an object. */
    static boolean isOfObject(long version) {
        return kinds.get(version) != 0;
    }

    /** The class of the object whose version it is, or else the version itself. */
    static long kind(long version) {
        long kind = kinds.get(version);
        return kind == 0 ? version : kind;
    }

    private static boolean meets(long version) {
        return any && MEETING.contains(kind(version));
    }

    /** A call touches all these versions. */
    private static void meet(long[] versions) {
        for (long version : versions) {
            if (!meets(version)) {
                isToMeet(kind(version));
                Insights.objectsMeet(kind(version));
            }
        }
    }

    /**
     * A call updates these versions, and those of what their objects have kept; what it has updated is the result.
     * {@code hash}: what is called, with what.
     */
    static long[] update(Control me, long[] versions, long hash, int site) {
        if (versions.length > 1) {
            meet(versions);
        } else if (!meets(versions[0])) {
            Versions.updateAlone(me, versions[0], hash, site);
            return versions;
        }
        long[] all = versions;
        long[] touched;
        do {
            for (long version : all) {
                if (!includes(versions, version)) {
                    CoarseCalls.ofKept(me, version, (ClassInfo) classes.get(kind(version)), site);
                }
            }
            touched = all;
            updateAll(me, touched, hash, site);
            // Now it is known what their objects have kept.
            all = withKept(touched);
        } while (all.length > touched.length);
        return all;
    }

    /** What becomes of one of them depends on all. */
    private static void updateAll(Control me, long[] versions, long hash, int site) {
        // What nobody else uses needs no locks.
        enter(me, VersionUse.haveFence(versions) ? versions : NONE, site);
        long change = hash;
        for (int i = 1; i < versions.length; i++) {
            Versions.read(me, versions[i], 0, site);
            change = Hash.mix(change, Versions.now(versions[i]));
        }
        long first = Versions.now(versions[0]);
        Versions.updateAlone(me, versions[0], change, site);
        for (int i = 1; i < versions.length; i++) {
            Versions.updateAlone(me, versions[i], Hash.mix(change, first), site);
        }
        me.joining = false;
    }

    /** One step that looks at some versions and changes others. {@code hash}: what the thread does. */
    static void lookAndUpdate(Control me, long[] looked, long[] changed, long hash, int site) {
        long[] all = with(looked, changed);
        meet(all);
        enter(me, all, site);
        for (long version : looked) {
            Versions.read(me, version, 0, site);
        }
        for (long version : changed) {
            // What the thread has learned of the others is a part of this.
            Versions.updateAlone(me, version, Hash.mix(hash, me.history), site);
        }
        me.joining = false;
    }

    /** Whoever updates this version enters its lock, as if it had met others. */
    static void isLocked(long version) {
        if (!meets(version)) {
            meet(new long[] {version});
        }
    }

    /** Steps that the thread takes before what it has announced, with the same locks, and with those of others. */
    static void before(Control me, long[] locations, Runnable steps) {
        enterMore(me, locations, me.place());
        steps.run();
        me.joining = false;
    }

    /** The thread is about to look at a version; to be followed by {@link #looked}. */
    static void looks(Control me, long version, int site) {
        if (meets(version) && VersionUse.isFence(version)) {
            enter(me, new long[] {version}, site);
        }
    }

    static void looked(Control me) {
        me.joining = false;
    }

    /** Enters the locks of these versions. */
    private static void enter(Control me, long[] versions, int site) {
        leave(me);
        enterMore(me, versions, site);
    }

    private static void enterMore(Control me, long[] versions, int site) {
        me.joining = true;
        for (long version : versions) {
            long lock = lock(version);
            if (Labels.isNew(lock)) {
                ClassInfo info = (ClassInfo) classes.get(kind(version));
                Native.labelObject(lock, info == null ? "calls" : "calls of " + ClassInfo.simpleName(info.type), true);
            }
            Steps.step(me, site, Codes.ACQUIRE, lock, 0);
            me.joint = with(me.joint, lock);
        }
    }

    /** The lock of a version. */
    static long lock(long version) {
        return Hash.notNull(Hash.mix(version, LOCK));
    }

    /** Before the next operation of the thread: leaves the locks of its last call. */
    static void leave(Control me) {
        if (me.joint.length == 0 || me.joining || me.stopping) {
            return;
        }
        me.joining = true;
        for (int i = me.joint.length - 1; i >= 0; i--) {
            Steps.step(me, me.callSite, Codes.RELEASE, me.joint[i], 0);
        }
        me.joint = NONE;
        me.joining = false;
    }

    private static long[] withKept(long[] versions) {
        long[] all = versions;
        boolean grown = true;
        while (grown) {
            grown = false;
            for (long version : all) {
                Kept found = (Kept) kept.get(version);
                for (int i = 0; found != null && i < found.versions.length; i++) {
                    if (!includes(all, found.versions[i])) {
                        all = with(all, found.versions[i]);
                        grown = true;
                    }
                }
            }
        }
        return all;
    }

    /** A call that has touched several objects has come back: each may have kept others. */
    static void returned(Control me, OpaqueCall call) {
        Object[] all = call.objects;
        if (call.result != null && Versions.has(call.result)) {
            all = Copies.of(all, all.length + 1);
            all[all.length - 1] = call.result;
        }
        for (Object keeper : all) {
            keepsOthers(me, keeper, all);
        }
    }

    /** What an object has kept of these is looked for once: a call can touch hundreds. */
    private static void keepsOthers(Control me, Object keeper, Object[] others) {
        if (keeper instanceof java.lang.ref.Reference) {
            return;
        }
        long version = Versions.of(me, keeper);
        KeptArrays.Parts parts = null;
        for (Object part : others) {
            long other = Versions.of(me, part);
            if (version != other) {
                parts = parts == null ? KeptArrays.parts(keeper) : parts;
                if (parts.include(part)) {
                    keeps(version, other);
                }
            }
        }
    }

    /** Calls of an object with the first version may touch one with the second. */
    static void keeps(long version, long other) {
        meet(new long[] {version, other});
        Kept found = (Kept) kept.get(version);
        if (found == null) {
            found = new Kept();
            kept.put(version, found);
        }
        found.versions = with(found.versions, other);
    }

    /** A sorted set of versions, and one more. */
    static long[] with(long[] versions, long version) {
        int at = 0;
        while (at < versions.length && versions[at] < version) {
            at++;
        }
        if (at < versions.length && versions[at] == version) {
            return versions;
        }
        long[] more = Copies.of(versions, versions.length + 1);
        System.arraycopy(versions, at, more, at + 1, versions.length - at);
        more[at] = version;
        return more;
    }

    static long[] with(long[] versions, long[] others) {
        long[] all = versions;
        for (long version : others) {
            all = with(all, version);
        }
        return all;
    }

    static boolean includes(long[] versions, long version) {
        for (long other : versions) {
            if (other == version) {
                return true;
            }
        }
        return false;
    }

    static final long[] NONE = {};
    private static final long LOCK = Hash.text(61, "lock of a version");
}
