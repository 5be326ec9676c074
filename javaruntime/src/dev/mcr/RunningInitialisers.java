package dev.mcr;

/** The static initialisers that a thread is running, one inside the other: see {@link Initialisation}. */
final class RunningInitialisers {
    /** How many there are, and the name of the innermost one's class. */
    int depth;
    long key;
    /** Whether the operations of the innermost one are events. */
    private boolean tells;
    /**
     * At 1 and above: key and telling of the initialiser that runs around the one of that depth; and what was
     * {@link Control#open} then.
     */
    private long[] outerKeys = new long[4];
    private boolean[] outerTells = new boolean[4];
    private int[] outerOpen = new int[4];
    private int[] outerUnseen = new int[4];

    /** The initialiser of this class begins, in the middle of this operation, so deep in code that is not seen. */
    void enter(long innermost, int open, int unseen) {
        if (depth == outerKeys.length) {
            outerKeys = Copies.of(outerKeys, depth * 2);
            outerOpen = Copies.of(outerOpen, depth * 2);
            outerUnseen = Copies.of(outerUnseen, depth * 2);
            outerTells = Copies.of(outerTells, depth * 2);
        }
        outerKeys[depth] = key;
        outerTells[depth] = tells;
        outerUnseen[depth] = unseen;
        outerOpen[depth++] = open;
        key = innermost;
        tells = Initialisation.tells(innermost);
    }

    /** The innermost one ends; the operation in the middle of which it ran. There has to be one. */
    int leave() {
        key = outerKeys[--depth];
        tells = outerTells[depth];
        return outerOpen[depth];
    }

    /** How deep in code that is not seen the one that has just ended was begun. */
    int unseenAround() {
        return outerUnseen[depth];
    }

    /** Whether the operations of the innermost one are no events. */
    boolean areSilent() {
        return depth > 0 && !tells;
    }

    /** Whether the initialiser of this class is among them. */
    boolean include(long type) {
        if (key == type) {
            return depth > 0;
        }
        for (int i = 1; i < depth; i++) {
            if (outerKeys[i] == type) {
                return true;
            }
        }
        return false;
    }

    /** What they do has to be events. */
    void tell() {
        if (areSilent()) {
            tells = true;
            Initialisation.tell(key);
            for (int i = 1; i < depth; i++) {
                outerTells[i] = true;
                Initialisation.tell(outerKeys[i]);
            }
        }
    }
}
