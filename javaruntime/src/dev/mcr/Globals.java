package dev.mcr;

import java.lang.reflect.Constructor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Objects that static fields of the JDK hold and that threads share through them: the common pool, counters for names.
 * Every execution gets its own, made when it is first asked for; its name does not tell by whom.
 */
final class Globals {
    private Globals() {}

    /** How many threads the common pool has, unless the user says something else. */
    private static final String PARALLELISM = "java.util.concurrent.ForkJoinPool.common.parallelism";

    /**
     * After so many calls of a method by reflection JDK 17 makes a class that calls it, and stack traces have other
     * frames than before: what a JVM counts over all executions. So never, unless the user says something else.
     */
    private static final String INFLATION = "sun.reflect.inflationThreshold";

    private static IdentityMap standIns = new IdentityMap();
    private static ForkJoinPool common;

    /** The common pool of the JVM itself is made now, and does not get to work. */
    static void prepare() {
        setDefault(PARALLELISM, Threads.PROCESSORS);
        setDefault(INFLATION, Integer.MAX_VALUE);
        common = ForkJoinPool.commonPool();
    }

    private static void setDefault(String property, int value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, Integer.toString(value));
        }
    }

    static void reset() {
        standIns = new IdentityMap();
    }

    /** What stands for the value of a static field in this execution. */
    static Object standIn(Control me, Object value) {
        if (me == null || value == null) {
            return value;
        }
        Object known = standIns.get(value);
        if (known == null) {
            Hooks.running = null;
            try {
                known = make(value);
            } catch (ReflectiveOperationException e) {
                Native.unsupported("cannot make a new " + value.getClass().getName() + " for this execution: " + e);
            } finally {
                Hooks.running = me;
            }
            if (known == null) {
                return value;
            }
            standIns.put(value, known);
            name(me, known);
        }
        return known;
    }

    /** Names it, and tells what it contains, as a static initialiser would that tells nothing else. */
    private static void name(Control me, Object made) {
        me.enterInitialiser(Hash.text(47, made.getClass().getName()), 0);
        Names.of(me, made);
        Access.reportContents(me, me.callSite);
        me.leaveInitialiser();
    }

    private static Object make(Object value) throws ReflectiveOperationException {
        if (value == common) {
            Constructor<ForkJoinPool> constructor = ForkJoinPool.class.getDeclaredConstructor(byte.class);
            Internals.makeAccessible(constructor);
            return constructor.newInstance((byte) 0);
        }
        if (value instanceof ScheduledThreadPoolExecutor delayer) {
            ScheduledThreadPoolExecutor made = new ScheduledThreadPoolExecutor(1, delayer.getThreadFactory());
            made.setRemoveOnCancelPolicy(true);
            return made;
        }
        // Under control nobody counts with the one that is there.
        if (value instanceof AtomicInteger counter) {
            return new AtomicInteger(counter.get());
        }
        return value instanceof AtomicLong counter ? new AtomicLong(counter.get()) : null;
    }
}
