package dev.mcr;

/** One activation of a method, as {@link Scopes} know it. Kept and used again. */
final class Scope {
    /** Where the thread was, as far as what it does next depends on it, and what it has done since that a key must say. */
    static final class Base {
        /** {@link Control#history} there. */
        long history;
        /** How many objects had been made: those that were made before are older than this. */
        int made;
        /** Sum of the names that older objects have got since. */
        long named;
        /** Under PSO: how many {@link EarlyWrites} there had been. */
        int early;

        void set(Base other) {
            history = other.history;
            made = other.made;
            named = other.named;
            early = other.early;
        }
    }

    /** A loop in which the activation is: the code from its head to the last jump back there. */
    private static final class Loop {
        int site;
        int head;
        int last;
        int round;
        /** The path of the round. */
        long path;
    }

    private static final int CALL = 163;
    private static final int ROUND = 167;

    /** The number of the call. */
    int call;
    /** {@link Control#callSite} when it began. */
    int callSite;
    /** For the key when it returns: where it began, or where it can forget what was before. */
    final Base entry = new Base();
    /** For keys at heads of loops. */
    final Base head = new Base();
    /** Stands for this activation and the round of its innermost loop in this execution, and how much was counted there. */
    private long path;
    private int counted;
    /** How many objects of which classes were made there. */
    private Class<?>[] classes = {};
    private int[] made = {};
    private int classCount;
    private long outerPath;
    private Loop[] loops = {};
    private int loopDepth;

    /** Begins as a call in another one. */
    void begin(Scope parent, int number) {
        begin(parent.next(CALL));
        call = number;
    }

    /** Begins with a path of its own. */
    void begin(long newPath) {
        path = newPath;
        outerPath = newPath;
        counted = 0;
        classCount = 0;
        loopDepth = 0;
    }

    /** A number that is given once in an execution, for a thing of this kind: an execution index. */
    long next(int kind) {
        return Hash.mix(Hash.mix(path, kind), ++counted);
    }

    /**
     * The same for an object of a class that is made; two objects of different classes may have the same. (What the JDK
     * makes only once in a JVM must not count for others.)
     */
    long made(int kind, Class<?> type) {
        int i = 0;
        while (i < classCount && classes[i] != type) {
            i++;
        }
        if (i == classes.length) {
            classes = Copies.of(classes, i * 2 + 2);
            made = Copies.of(made, classes.length);
        }
        if (i == classCount) {
            classes[classCount++] = type;
            made[i] = 0;
        }
        return Hash.mix(Hash.mix(path, kind), ++made[i]);
    }

    /** Comes to the head of a loop. */
    void arrive(int site, int head, int last) {
        // Those that do not contain it are over.
        while (loopDepth > 0 && (loops[loopDepth - 1].head > head || loops[loopDepth - 1].last < head)) {
            loopDepth--;
        }
        if (loopDepth == 0 || loops[loopDepth - 1].site != site) {
            enter(site, head, last);
        }
        goTo(loops[loopDepth - 1].round + 1);
    }

    private void enter(int site, int head, int last) {
        if (loopDepth == loops.length) {
            Loop[] more = new Loop[loopDepth + 2];
            for (int i = 0; i < more.length; i++) {
                more[i] = i < loopDepth ? loops[i] : new Loop();
            }
            loops = more;
        }
        Loop loop = loops[loopDepth++];
        loop.site = site;
        loop.head = head;
        loop.last = last;
        loop.round = 0;
    }

    /** The innermost loop is in this round from here on, at its head. */
    void goTo(int round) {
        Loop loop = loops[loopDepth - 1];
        loop.round = round;
        long around = loopDepth == 1 ? outerPath : loops[loopDepth - 2].path;
        loop.path = Hash.mix(Hash.mix(Hash.mix(around, ROUND), loop.site), round);
        path = loop.path;
        counted = 0;
        classCount = 0;
    }

    /** Which round of the innermost loop it is; 0 outside of all. */
    int round() {
        return loopDepth == 0 ? 0 : loops[loopDepth - 1].round;
    }

    /** The loops, and the round of each. */
    long rounds() {
        long hash = loopDepth;
        for (int i = 0; i < loopDepth; i++) {
            hash = Hash.mix(Hash.mix(hash, loops[i].site), loops[i].round);
        }
        return hash;
    }
}
