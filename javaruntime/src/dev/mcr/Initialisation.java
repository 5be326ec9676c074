package dev.mcr;

/**
 * Static initialisers. They run without a switch, whoever triggers them, and mostly concern nothing but what they make: their class's
 * static fields and the objects that they allocate. What they write there is no event but the first value of a location, and
 * the objects are named (class, count).
 *
 * <p>An initialiser that does more (writes what is not its own, reads what threads write, takes monitors, prints, starts a
 * thread) tells: from there on its operations are events of the thread that runs it. Then it matters who runs it, and
 * if that is not the same thread in all executions, the program cannot be checked.
 */
final class Initialisation {
    private Initialisation() {}

    private static LongMap counts = new LongMap();
    /** For each object named by an initialiser the class of the initialiser. */
    private static LongMap makers = new LongMap();
    /** Over all executions: which thread (its name plus one) runs an initialiser that tells. */
    private static final LongMap RUNNERS = new LongMap();

    static void reset() {
        counts = new LongMap();
        makers = new LongMap();
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

    /** Whether an object was made by an initialiser that is running in this thread. */
    static boolean isOwn(Control me, long name) {
        long maker = makers.get(name);
        return maker != 0 && me.initialises(maker);
    }

    /** The initialiser of a class, which tells, is run by this thread. */
    static void runBy(Control me, long key) {
        long runner = RUNNERS.get(key);
        if (runner == 0) {
            RUNNERS.put(key, me.id + 1);
        } else if (runner != me.id + 1) {
            Native.unsupported("a static initialiser that uses what threads share is run by different threads; the race to "
                    + "initialise a class is not checked yet");
        }
    }
}
