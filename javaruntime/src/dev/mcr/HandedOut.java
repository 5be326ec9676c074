package dev.mcr;

/**
 * Objects are being named that code which is not rewritten hands out. Others may get them as well, and what they
 * contain is there from the start; so they are named by the object that hands them out and its version, whoever gets
 * them first.
 */
final class HandedOut {
    private long by;
    private OpaqueCall call;
    private long count;

    boolean isOpen() {
        return by != 0;
    }

    void begin(OpaqueCall call) {
        by = Hash.notNull(Hash.mix(Hash.mix(HANDED, call.group), call.version));
        count = 0;
        this.call = call;
    }

    /** An object has been named: what can change is a part of what has handed it out. */
    void named(Object object) {
        if (isOpen() && Versions.changesWithMaker(object)) {
            Versions.join(object, call.group);
        }
    }

    void end() {
        by = 0;
    }

    /** What the next name begins with. */
    long next() {
        return Hash.mix(by, ++count);
    }

    private static final long HANDED = Hash.text(59, "handed out");
}
