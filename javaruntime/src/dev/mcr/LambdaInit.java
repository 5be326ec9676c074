package dev.mcr;

import jdk.internal.vm.annotation.Hidden;

/**
 * The classes that the rewriter makes for lambdas. As the JVM's own for lambdas do, they initialise the interfaces that
 * they implement, if these have default methods (JVMS 5.5), when the first lambda is made at a place. The JVM would do
 * that once for a class that stays, and its own way; so it is done before, in each execution, as for classes that the
 * program needs otherwise.
 *
 * <p>A place is linked by the first thread that comes there, and others do not ask any more. Here each thread asks,
 * which is the same as long as that one did not come from the initialiser of such an interface: then others would not
 * wait for the end of that.
 */
final class LambdaInit {
    private LambdaInit() {}

    /** Places at whose lambdas nothing is initialised, in any execution. */
    private static final LongSet PLAIN = new LongSet();
    /** Places where a lambda was made by an initialiser that its class would wait for, and by which thread, from 1 on. */
    private static LongMap early = new LongMap();

    static void reset() {
        early = new LongMap();
    }

    /** Before a lambda of this class is made; true if it is done for this execution, whatever the thread. */
    @Hidden
    static boolean initialise(Control me, Class<?> type, int site) {
        if (isPlain(type, site)) {
            return true;
        }
        if (ClassInit.isContested(type)) {
            passes(me, type, site);
            ClassInit.competeForInterfaces(me, type, site);
        }
        return silently(me, type);
    }

    /** The same in code of which no notice is taken. */
    @Hidden
    static void unseen(Class<?> type, int site) {
        if (!isPlain(type, site)) {
            unseen(type);
        }
    }

    @Hidden
    private static void unseen(Class<?> type) {
        for (Class<?> implemented : type.getInterfaces()) {
            unseen(implemented);
            if (KeptClasses.isInitialisedWithOthers(implemented) && ClassInit.shouldBeInitialized(implemented)) {
                ClassInit.initialise(implemented);
            }
        }
    }

    private static boolean isPlain(Class<?> type, int site) {
        if (PLAIN.contains(site)) {
            return true;
        }
        boolean plain = KeptClasses.initialisedWith(type) == null;
        if (plain) {
            PLAIN.add(site);
        }
        return plain;
    }

    /** Those that tell nothing. */
    @Hidden
    private static boolean silently(Control me, Class<?> type) {
        boolean done = true;
        for (Class<?> implemented : type.getInterfaces()) {
            done &= silently(me, implemented);
            if (KeptClasses.isInitialisedWithOthers(implemented)) {
                long key = ClassInit.key(implemented);
                // Of one that tells, each thread has to learn by itself that it is initialised.
                done &= !Initialisation.tells(key) && SilentInit.initialise(me, implemented, key);
            }
        }
        return done;
    }

    /** Notes, or tells, that an initialiser has linked a place before. */
    private static void passes(Control me, Class<?> type, int site) {
        long first = early.get(site);
        if (first == 0 && isInitialising(me, type)) {
            early.put(site, me.number + 1);
        } else if (first != 0 && first != me.number + 1) {
            Native.notCovered("a lambda at a place that the initialiser of an interface has come to before", site);
        }
    }

    private static boolean isInitialising(Control me, Class<?> type) {
        for (Class<?> implemented : type.getInterfaces()) {
            if (me.inits.find(ClassInit.key(implemented)) >= 0 || isInitialising(me, implemented)) {
                return true;
            }
        }
        return false;
    }
}
