package dev.mcr;

/** What generators of random numbers call, when they are made and when they draw. */
public final class RandomHooks {
    private RandomHooks() {}

    /** The calling thread, unless it is in the middle of an operation. */
    private static Control self() {
        Control me = Hooks.self();
        return me != null && me.open == Control.NONE ? me : null;
    }

    /** A random generator is made without a seed. */
    public static void seeded() {
        Control me = self();
        if (me != null) {
            Randoms.seeds(me);
        }
    }

    public static void drawn(Object generator, int bits) {
        Control me = self();
        if (me != null) {
            Randoms.draws(me, (java.util.Random) generator, bits);
        }
    }

    public static boolean always() {
        return true;
    }

    /** What the JDK would make of the time when it makes a kind of generator known. */
    public static long initialSeed() {
        return 1;
    }
}
