package dev.mcr;

/** One activation of a method, as {@link Scopes} know it. Kept and used again. */
final class Scope {
    /**
     * Where the thread was, as far as what it does next depends on it, and what it has done since that a key must say.
     */
    static final class Base {
        /** {@link Control#history} there. */
        long history;
        /** How many objects had been made: those that were made before are older than this. */
        int made;
        /** Sum of the names that older objects have got since. */
        long named;
        /** Under TSO and PSO: how many barriers and fences there had been. */
        int barriers;

        void set(Base other) {
            history = other.history;
            made = other.made;
            named = other.named;
            barriers = other.barriers;
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

        boolean contains(int index) {
            return head <= index && index <= last;
        }
    }

    /** Numbers that are given by class. */
    private static final class ByClass {
        private Class<?>[] classes = {};
        private int[] counts = {};
        private int size;
        /** Those of the classes for which there is no room: an array with the number. */
        private IdentityMap more;

        int next(Class<?> type) {
            int i = 0;
            while (i < size && classes[i] != type) {
                i++;
            }
            if (i == MOST) {
                return nextOfMore(type);
            }
            if (i == classes.length) {
                classes = Copies.of(classes, i * 2 + 2);
                counts = Copies.of(counts, classes.length);
            }
            if (i == size) {
                classes[size++] = type;
                counts[i] = 0;
            }
            return ++counts[i];
        }

        private int nextOfMore(Class<?> type) {
            if (more == null) {
                more = new IdentityMap();
            }
            int[] count = (int[]) more.get(type);
            if (count == null) {
                count = new int[1];
                more.put(type, count);
            }
            return ++count[0];
        }

        /** So many are found faster by looking at each. */
        private static final int MOST = 16;

        void clear() {
            size = 0;
            more = null;
        }
    }

    private static final int CALL = 163;
    private static final int ROUND = 167;
    private static final int LEFT = 173;
    private static final int MADE = 191;
    private static final int NAMED = 193;
    private static final int HASHED = 251;

    /** The number of the call. */
    int call;
    /** {@link Control#callSite} when it began. */
    int callSite;
    /** For the key when it returns: where it began, or where it can forget what was before. */
    final Base entry = new Base();
    /** For keys at heads of loops. */
    final Base head = new Base();
    /**
     * Stands for this activation and the round of its innermost loop in this execution: an execution index. (Made of
     * the places of instructions in their methods, which are the same in each JVM; numbers of sites are not.) And how
     * many names were given there, and how many calls were made there that count.
     */
    private long path;
    private int named;
    private int calls;
    /** Whether it counts: something was learned, named or made in it. */
    boolean counts;
    /** How many objects of which classes were made there, and how many got a hash code. */
    private final ByClass made = new ByClass();
    private final ByClass hashed = new ByClass();
    private long outerPath;
    private Loop[] loops = {};
    private int loopDepth;

    /** Begins as a call in another one. Until it counts, the next call may have the same path. */
    void begin(Scope parent, int number) {
        outerPath = Hash.mix(Hash.mix(parent.path, CALL), parent.calls);
        loopDepth = 0;
        goTo(outerPath);
        call = number;
        counts = false;
    }

    /** Is outside of all calls. */
    void begin(long thread) {
        goTo(thread);
        counts = true;
    }

    private void goTo(long newPath) {
        path = newPath;
        named = 0;
        calls = 0;
        made.clear();
        hashed.clear();
    }

    /** It counts, and so it does for the one that has called it. */
    void count(Scope parent) {
        counts = true;
        parent.calls++;
    }

    /** A number that is given once in an execution, for the name of an object. */
    long next() {
        return Hash.mix(Hash.mix(path, NAMED), ++named);
    }

    /** The same for an object of a class that is made; two objects of different classes may have the same. */
    long made(Class<?> type) {
        return Hash.mix(Hash.mix(path, MADE), made.next(type));
    }

    /** The same for one that gets a hash code; calls that do not count may give several the same. */
    long hashed(Class<?> type) {
        return Hash.mix(Hash.mix(path, HASHED), hashed.next(type));
    }

    /** Comes to the head of a loop. */
    void arrive(int site, int head, int last) {
        // Those that do not contain it are over.
        while (loopDepth > 0 && !loops[loopDepth - 1].contains(head)) {
            loopDepth--;
        }
        if (loopDepth == 0 || loops[loopDepth - 1].site != site) {
            enter(site, head, last);
        }
        atHead(loops[loopDepth - 1].round + 1);
    }

    /** Comes to an instruction where loops are left. What was counted in them is forgotten. */
    void leave(Rounds rounds, int index) {
        while (loopDepth > 0 && !loops[loopDepth - 1].contains(index)) {
            loopDepth--;
            rounds.isOver(call, loops[loopDepth].site);
        }
        long around = loopDepth == 0 ? outerPath : loops[loopDepth - 1].path;
        goTo(Hash.mix(Hash.mix(around, LEFT), index));
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
    void atHead(int round) {
        Loop loop = loops[loopDepth - 1];
        loop.round = round;
        long around = loopDepth == 1 ? outerPath : loops[loopDepth - 2].path;
        loop.path = Hash.mix(Hash.mix(Hash.mix(around, ROUND), loop.head), round);
        goTo(loop.path);
    }

    /** Which round of the innermost loop it is; 0 outside of all. */
    int round() {
        return loopDepth == 0 ? 0 : loops[loopDepth - 1].round;
    }

    /** The loops, and the round of each. */
    long rounds() {
        long hash = loopDepth;
        for (int i = 0; i < loopDepth; i++) {
            hash = Hash.mix(Hash.mix(hash, SitePlaces.of(loops[i].site)), loops[i].round);
        }
        return hash;
    }
}
