package dev.mcr;

import java.lang.reflect.Field;
import jdk.internal.misc.Unsafe;

/**
 * The order of {@code Set.of} and {@code Map.of}, which the JDK draws when a JVM starts. Here every JVM has the same,
 * so that a failure that depends on it can be replayed.
 *
 * <p>What was drawn says only where an iterator begins and in which direction it goes, not where elements are. So sets
 * that are there already are as good as before.
 */
final class ImmutableOrder {
    private ImmutableOrder() {}

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long SALT = 0x85A3_08D3L;

    /**
     * Called before the JDK's class is rewritten: code that was compiled with the values that were drawn is thrown away
     * then.
     */
    static void settle() throws ReflectiveOperationException {
        Class<?> immutable = Class.forName("java.util.ImmutableCollections");
        Field salt = immutable.getDeclaredField("SALT32L");
        Field reverse = immutable.getDeclaredField("REVERSE");
        UNSAFE.putLong(UNSAFE.staticFieldBase(salt), UNSAFE.staticFieldOffset(salt), SALT);
        // The JDK takes the lowest bit for the direction, too.
        UNSAFE.putBoolean(UNSAFE.staticFieldBase(reverse), UNSAFE.staticFieldOffset(reverse), (SALT & 1) == 0);
    }
}
