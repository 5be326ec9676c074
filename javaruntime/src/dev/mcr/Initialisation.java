package dev.mcr;

/**
 * Static initialisers. Mostly they concern nothing but what they make: their class's static fields and the objects that
 * they allocate. Such an initialiser is silent: it runs without a switch, whoever needs the class first; what it writes
 * is no event but the first value of a location, and the objects are named (class, count).
 *
 * <p>An initialiser that does more (writes what is not its own, reads what threads write, takes monitors, prints, makes
 * a thread, asks for the time, asks who runs it: for the thread, its locals and locks, its stack; fails), that runs
 * such a one, or makes something else when it runs inside another one, tells: its operations are events of the thread
 * that runs it, and threads compete for running it: see {@link ClassInit}. That has to be known from the start; so when
 * it shows, everything begins anew.
 */
final class Initialisation {
    private Initialisation() {}

    private static LongMap counts = new LongMap();
    /** For each object named by an initialiser the class of the initialiser. */
    private static LongMap makers = new LongMap();
    /** Over all executions: the classes whose initialisers tell. */
    private static final LongSet TELLING = new LongSet();
    private static boolean anyTells;

    static void reset() {
        counts = new LongMap();
        makers = new LongMap();
    }

    /** An initialiser of the program begins, be it while nothing else is seen. */
    static void begins(int site) {
        KeptClasses.initialises(site);
        int unseen = Hooks.self() == null ? Unseen.reveal() : 0;
        Control me = Hooks.self();
        if (me != null) {
            long key = key(Native.siteClass(site), Native.siteLoader(site));
            ClassInit.started(me, key, site);
            me.enterInitialiser(key, unseen);
        }
    }

    /** The innermost initialiser that the thread is running is over. */
    static void ends() {
        Control me = Hooks.self();
        if (me == null || me.initialisers.depth == 0) {
            return;
        }
        if (!me.unreported.isEmpty()) {
            Access.reportContents(me, 0);
        }
        long key = me.initialisers.key;
        int unseen = me.leaveInitialiser();
        ClassInit.ended(me, key);
        Unseen.hide(unseen);
    }

    /** The next number for objects of this initialiser. */
    static long count(long key) {
        long count = counts.get(key) + 1;
        counts.put(key, count);
        return count;
    }

    static void madeBy(long name, long key) {
        makers.put(name, key);
    }

    /**
     * Somebody asks for the stack trace of an exception. If an initialiser has made it, that is a part of who has run
     * the initialiser.
     */
    static void stackAsked(Control me, Throwable thrown) {
        me.initialiserTells();
        long maker = Names.isNamed(thrown) ? makers.get(Names.of(me, thrown)) : 0;
        if (maker != 0) {
            tell(maker);
        }
    }

    /** Whether an object was made by an initialiser that is running in this thread. */
    static boolean isOwn(Control me, long name) {
        long maker = makers.get(name);
        return maker != 0 && me.initialisers.include(maker);
    }

    /** What the class that a loader has defined is called here. */
    static long key(String internalName, long loader) {
        long key = Hash.text(31, internalName);
        return loader == 0 ? key : Hash.notNull(Hash.mix(key, loader));
    }

    /** Whether the initialiser of a class tells. */
    static boolean tells(long key) {
        return TELLING.contains(key);
    }

    /** Whether any initialiser tells. */
    static boolean anyTells() {
        return anyTells;
    }

    /** The initialiser of a class tells, or those of a cycle do. */
    static void tell(long key) {
        if (!tells(key)) {
            isToTell(key);
            Insights.initialiserTells(key);
        }
    }

    /** That is known before it shows. */
    static void isToTell(long key) {
        TELLING.add(key);
        anyTells = true;
    }
}
