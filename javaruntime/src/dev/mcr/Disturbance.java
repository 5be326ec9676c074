package dev.mcr;

/**
 * Lets a weak compare-and-set fail for no reason: while the call lasts, something else than what it expects is there.
 * Nobody else runs meanwhile.
 */
final class Disturbance {
    private static final Object SOMETHING_ELSE = new Object();

    private final Object base;
    private final long offset;
    private final char kind;
    private final Object reference;
    private final long bits;

    /** {@code expected}: the bits that the call expects, if it is for a primitive type. */
    Disturbance(Object base, long offset, char kind, long expected) {
        this.base = base;
        this.offset = offset;
        this.kind = kind;
        ClassInfo.FieldInfo place = new ClassInfo.FieldInfo(offset, kind, 0, "");
        reference = kind == 'L' ? ClassInfo.reference(base, place) : null;
        bits = kind == 'L' ? 0 : ClassInfo.bits(base, place);
        // The lowest bit of a boolean is all it has.
        ClassInfo.put(base, place, kind == 'L' ? SOMETHING_ELSE : (Object) (expected ^ 1));
    }

    void end() {
        ClassInfo.put(base, new ClassInfo.FieldInfo(offset, kind, 0, ""), kind == 'L' ? reference : (Object) bits);
    }
}
