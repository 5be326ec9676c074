package dev.mcr;

import jdk.internal.vm.annotation.Hidden;

/**
 * Initialisers of the program that tell nothing: they run as soon as a thread needs the class, and what they do is no
 * event. That it does not matter who runs them may turn out to be wrong: where they fail, and where some need each
 * other and it is not always the same class that is needed first. Then they have to tell ({@link Initialisation#tell}).
 */
final class SilentInit {
    private SilentInit() {}

    private static final long CYCLE = 0x434c494e49540005L;
    /**
     * Over all executions: classes whose initialisers need each other, with the number of the cycle; and for each cycle
     * the class that was needed first.
     */
    private static final LongMap CYCLES = new LongMap();
    private static final LongMap ENTRIES = new LongMap();

    /** The cycle that a class belongs to; 0 for none. */
    static long cycle(long key) {
        return CYCLES.get(key);
    }

    /** Initialises a class; true if that is done for this execution. */
    @Hidden
    static boolean initialise(Control me, Class<?> type, long key) {
        ClassInit.Stack stack = me.inits;
        enter(stack, key);
        if (!ClassInit.shouldBeInitialized(type)) {
            return true;
        }
        int running = stack.find(key);
        if (running >= 0) {
            if (me.initialisers.key != key) {
                circular(stack, running, key);
            }
            return false;
        }
        int depth = stack.depth;
        stack.push(key, false);
        for (Class<?> c = type.getSuperclass(); c != null && c.getClassLoader() != null; c = c.getSuperclass()) {
            if (!ClassInit.shouldBeInitialized(c)) {
                break;
            }
            long parent = ClassInit.key(c);
            running = stack.find(parent);
            if (running >= 0) {
                circular(stack, running, key);
                break;
            }
            stack.push(parent, false);
        }
        try {
            ClassInit.initialise(type);
        } catch (Throwable t) {
            if (!me.stopping) {
                KeptClasses.failed(type);
                // The first thread gets another error than those that come later.
                for (int i = depth; i < stack.depth; i++) {
                    Initialisation.tell(stack.classes[i]);
                }
            }
            throw t;
        } finally {
            stack.depth = Math.min(depth, stack.depth);
        }
        return true;
    }

    /** Initialisers need each other. What they make depends on which class is needed first. */
    private static void circular(ClassInit.Stack stack, int from, long last) {
        long first = stack.classes[from];
        long cycle = CYCLES.get(first) == 0 ? Hash.mix(CYCLE, first) : CYCLES.get(first);
        for (int i = from; i <= stack.depth; i++) {
            long member = i < stack.depth ? stack.classes[i] : last;
            long other = CYCLES.get(member);
            if (other != 0 && other != cycle) {
                Initialisation.tell(other);
                Initialisation.tell(cycle);
            }
            CYCLES.put(member, cycle);
            Remembered.note(Remembered.CYCLES, member, cycle);
        }
        Remembered.note(Remembered.ENTRIES, cycle, first);
        if (ENTRIES.get(cycle) == 0) {
            ENTRIES.put(cycle, first);
        }
    }

    /**
     * A class is needed; if it is part of a cycle, it matters whether it is always the same class that is needed first.
     */
    private static void enter(ClassInit.Stack stack, long key) {
        long cycle = CYCLES.get(key);
        if (cycle == 0) {
            return;
        }
        for (int i = 0; i < stack.depth; i++) {
            if (CYCLES.get(stack.classes[i]) == cycle) {
                return;
            }
        }
        if (ENTRIES.get(cycle) != key) {
            Initialisation.tell(cycle);
        }
    }
}
