package dev.mcr;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import jdk.internal.misc.Unsafe;

/**
 * Random numbers: the same in every execution, and drawn in an order that threads can tell.
 *
 * <p>Generators that the JDK shares between all threads ({@code Math.random}, {@code UUID.randomUUID},
 * {@code Collections.shuffle}), and the counters from which generators without a seed get theirs, begin each execution
 * anew; each is one location, and a draw is an update of it. So is a draw from a generator that the program shares: a
 * call of the generator itself is one with the first draw in it, and others may draw before it does so again.
 */
final class Randoms {
    private Randoms() {}

    private static final Unsafe UNSAFE = ClassInfo.UNSAFE;
    private static final long SPI = UNSAFE.objectFieldOffset(SecureRandom.class, "secureRandomSpi");
    private static final String SEEDS = "random seeds";
    private static final long FIRST_SEED = 0x5deece66dL;
    private static final int DRAW = 101;
    /** How many bits {@code nextDouble} draws after it has drawn the first half of a number. */
    private static final int SECOND_HALF = 27;
    /** The generator of the JDK that begins with the first seed that it is given, and has no other ("SHA1PRNG"). */
    private static final String OF_SEED = "sun.security.provider.SecureRandom";
    private static final int SEED_LENGTH = 20;

    private static final Random OF_MATH;
    private static final Random OF_STRICT_MATH;
    private static final Random OF_SHUFFLE;
    private static final SecureRandom OF_UUID;
    private static final AtomicLong[] COUNTERS;

    /** By name of a secure generator, or of the initialiser that draws: how many bytes it has given. */
    private static LongMap given = new LongMap();

    static {
        Math.random();
        StrictMath.random();
        UUID.randomUUID();
        Collections.shuffle(new ArrayList<>(List.of(1, 2)));
        new SplittableRandom();
        OF_MATH = (Random) held("java.lang.Math$RandomNumberGeneratorHolder", "randomNumberGenerator");
        OF_STRICT_MATH = (Random) held("java.lang.StrictMath$RandomNumberGeneratorHolder", "randomNumberGenerator");
        OF_SHUFFLE = (Random) held("java.util.Collections", "r");
        OF_UUID = (SecureRandom) held("java.util.UUID$Holder", "numberGenerator");
        COUNTERS = new AtomicLong[] {
            (AtomicLong) held("java.util.Random", "seedUniquifier"),
                    (AtomicLong) held("java.util.SplittableRandom", "defaultGen")
        };
    }

    private static Object held(String type, String name) {
        StaticField field = StaticField.find(type, name);
        if (field == null) {
            throw new NoSuchFieldError(type + "." + name);
        }
        return field.get();
    }

    static void reset() {
        given = new LongMap();
        OF_MATH.setSeed(FIRST_SEED);
        OF_STRICT_MATH.setSeed(FIRST_SEED);
        OF_SHUFFLE.setSeed(FIRST_SEED);
        for (AtomicLong counter : COUNTERS) {
            counter.set(FIRST_SEED);
        }
    }

    /** A generator without a seed is about to take one. */
    static void seeds(Control me) {
        Versions.update(me, SEEDS, 1);
    }

    /** A generator is about to draw so many bits. */
    static void draws(Control me, Random generator, int bits) {
        if (generator == OF_MATH || generator == OF_STRICT_MATH) {
            // Of numbers that the program cannot foresee, no halves are told apart.
            if (bits != SECOND_HALF) {
                Versions.update(me, generator == OF_MATH ? "Math.random" : "StrictMath.random", 1);
            }
        } else {
            draws(me, generator);
        }
    }

    private static void draws(Control me, Random generator) {
        if (generator == OF_SHUFFLE) {
            Versions.update(me, "Collections.shuffle", 1);
        } else if (generator == OF_UUID) {
            Versions.update(me, "UUID.randomUUID", 1);
        } else if (Names.isNamed(generator)) {
            OpaqueCall call = CallEvents.callOf(me, generator);
            if (call == null) {
                Versions.change(me, generator, DRAW, 0, me.place());
            } else if (call.drawsAgain() && !Thread.holdsLock(generator)) {
                Versions.change(me, generator, DRAW, 0, call.site);
            }
        }
    }

    /**
     * Fills bytes as a secure generator does. One that has nothing but a seed goes on from the
     * program's, or, if it has none yet, from one that is made here.
     */
    static void draw(Control me, SecureRandom generator, byte[] bytes) {
        Object spi = UNSAFE.getReference(generator, SPI);
        if (spi == null || !spi.getClass().getName().equals(OF_SEED)) {
            fill(me, generator, bytes);
            return;
        }
        long state = UNSAFE.objectFieldOffset(spi.getClass(), "state");
        if (UNSAFE.getReference(spi, state) == null) {
            byte[] seed = new byte[SEED_LENGTH];
            fill(me, generator, seed);
            UNSAFE.putReference(spi, state, seed);
        } else if (me.open == Control.NONE) {
            draws(me, generator);
            me.changes();
        }
        // Its lock is that of this one step.
        Hooks.suspend();
        try {
            Internals.method(spi.getClass(), "engineNextBytes", byte[].class).invoke(spi, bytes);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        } finally {
            Hooks.resume(me);
        }
    }

    /** Numbers that are no secret: they depend on the generator, or, where nobody else can have it, on who draws. */
    static void fill(Control me, SecureRandom generator, byte[] bytes) {
        if (me.open == Control.NONE) {
            draws(me, generator);
        }
        long stream = generator == OF_UUID ? Hash.text(DRAW, "UUID") : Names.isNamed(generator)
                ? Names.of(me, generator)
                : me.initialisers.depth > 0 ? me.initialisers.key : me.id;
        stream = Hash.notNull(Hash.mix(DRAW, stream));
        long count = given.get(stream);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Hash.mix(stream, count++);
        }
        given.put(stream, count);
        me.changes();
    }
}
