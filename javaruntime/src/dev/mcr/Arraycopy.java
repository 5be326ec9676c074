package dev.mcr;

/** {@code System.arraycopy} and {@code clone} element by element, as the program's other threads can see it. */
final class Arraycopy {
    private Arraycopy() {}

    static void copy(Control me, Object from, int fromIndex, Object to, int toIndex, int length, int site) {
        if (me == null || !isLegal(from, fromIndex, to, toIndex, length)) {
            System.arraycopy(from, fromIndex, to, toIndex, length);
            return;
        }
        boolean writes = Names.isNamed(to);
        EarlyWrites.elements(me, to, toIndex, length);
        Object values = read(me, from, fromIndex, length, site);
        if (writes && length > 0 && WholeArrays.include(me, to)) {
            WholeArrays.write(me, to, toIndex, values, 0, length, site);
            System.arraycopy(values, 0, to, toIndex, length);
            return;
        }
        for (int i = 0; i < length; i++) {
            if (writes && isStorable(values, i, to)) {
                Access.writeElement(me, to, toIndex + i, Access.elementValue(me, values, i), site);
            }
            System.arraycopy(values, i, to, toIndex + i, 1);
        }
    }

    /**
     * Reads elements, each in an event of its own if the array is named and not told as a whole; a new array of what
     * was read.
     */
    static Object read(Control me, Object from, int fromIndex, int length, int site) {
        boolean reads = Names.isNamed(from);
        if (reads && length > 0 && WholeArrays.include(me, from)) {
            WholeArrays.read(me, from, fromIndex, length, site);
            return copyOf(from, fromIndex, length);
        }
        Object values = emptyLike(from, length);
        for (int i = 0; i < length; i++) {
            if (reads) {
                Access.readElementNow(me, from, fromIndex + i, site);
            }
            System.arraycopy(from, fromIndex + i, values, i, 1);
        }
        return values;
    }

    private static boolean isStorable(Object values, int index, Object to) {
        if (!(values instanceof Object[])) {
            return true;
        }
        Object value = ((Object[]) values)[index];
        return value == null || to.getClass().getComponentType().isInstance(value);
    }

    /** Whether the JVM would begin to copy; if not it throws, which is left to it. */
    private static boolean isLegal(Object from, int fromIndex, Object to, int toIndex, int length) {
        if (from == null || to == null || !from.getClass().isArray() || !to.getClass().isArray()) {
            return false;
        }
        Class<?> source = from.getClass().getComponentType();
        Class<?> target = to.getClass().getComponentType();
        if ((source.isPrimitive() || target.isPrimitive()) && source != target) {
            return false;
        }
        return fromIndex >= 0 && toIndex >= 0 && length >= 0 && fromIndex <= ClassInfo.length(from) - length
                && toIndex <= ClassInfo.length(to) - length;
    }

    static Object cloned(Control me, Object array, int site) {
        int length = java.lang.reflect.Array.getLength(array);
        if (me == null || !Names.isNamed(array)) {
            return copyOf(array);
        }
        return read(me, array, 0, length, site);
    }

    /**
     * {@code Arrays.copyOfRange(from, begin, end, type)}; the JVM's compiler has versions of its own that call no hook.
     */
    static Object[] copyOfRange(Control me, Object[] from, int begin, int end, Class<? extends Object[]> type,
            int site) {
        if (me == null || !Names.isNamed(from) || begin > end || begin < 0 || begin > from.length) {
            return java.util.Arrays.copyOfRange(from, begin, end, type);
        }
        Object[] made = (Object[]) java.lang.reflect.Array.newInstance(type.getComponentType(), end - begin);
        copy(me, from, begin, made, 0, Math.min(from.length, end) - begin, site);
        return made;
    }

    /** {@code Arrays.copyOf(from, length, type)}. */
    static Object[] copyOf(Control me, Object[] from, int length, Class<? extends Object[]> type, int site) {
        if (length < 0) {
            throw new NegativeArraySizeException(Integer.toString(length));
        }
        return copyOfRange(me, from, 0, length, type, site);
    }

    /** A copy that no event tells of. */
    static Object copyOf(Object array) {
        return copyOf(array, 0, ClassInfo.length(array));
    }

    static Object copyOf(Object array, int begin, int length) {
        Object made = emptyLike(array, length);
        System.arraycopy(array, begin, made, 0, length);
        return made;
    }

    private static Object emptyLike(Object array, int length) {
        return java.lang.reflect.Array.newInstance(array.getClass().getComponentType(), length);
    }
}
