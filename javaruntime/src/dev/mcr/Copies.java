package dev.mcr;

/**
 * What {@code java.util.Arrays} does, for the runtime: that class is rewritten, and what the runtime copies is not the
 * program's.
 */
final class Copies {
    private Copies() {}

    static long[] of(long[] array, int length) {
        long[] copy = new long[length];
        System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
        return copy;
    }

    static int[] of(int[] array, int length) {
        int[] copy = new int[length];
        System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
        return copy;
    }

    static byte[] of(byte[] array, int length) {
        byte[] copy = new byte[length];
        System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
        return copy;
    }

    static boolean[] of(boolean[] array, int length) {
        boolean[] copy = new boolean[length];
        System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
        return copy;
    }

    @SuppressWarnings("unchecked")
    static <T> T[] of(T[] array, int length) {
        T[] copy = (T[]) java.lang.reflect.Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
        return copy;
    }

    /** The length of a table that has room for this index: so it grows a few times only. */
    static int lengthFor(int index) {
        return Integer.highestOneBit(index) << 1;
    }

    /** All but the first elements. */
    static Object[] from(Object[] array, int first) {
        Object[] copy = new Object[array.length - first];
        System.arraycopy(array, first, copy, 0, copy.length);
        return copy;
    }

    /** Whether two arrays begin with the same numbers. */
    static boolean same(Object[] one, Object[] other, int length) {
        for (int i = 0; i < length; i++) {
            if (one[i] != other[i]) {
                return false;
            }
        }
        return true;
    }

    static boolean same(long[] one, long[] other, int length) {
        for (int i = 0; i < length; i++) {
            if (one[i] != other[i]) {
                return false;
            }
        }
        return true;
    }
}
