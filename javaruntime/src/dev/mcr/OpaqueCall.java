package dev.mcr;

/** A call of code that is not rewritten, from the end of its arguments until it has come back: see {@link Calls}. */
final class OpaqueCall {
    final int site;
    /** Whether what it returns may be known to other threads. */
    final boolean shares;
    /** The version that an object which comes out of the call shares with one that went in; 0 for none. */
    final long group;
    /** The arrays it was handed. */
    final Object[] arrays;
    /** What was read of them, which is what the call finds in them. */
    final Object[] copies;
    /** What they contained when the call began, if other threads have changed them while they were read. */
    Object[] contents;
    /** Of a call that copies an object: the values of its fields as they were read; else null. */
    Object[] fields;
    /** It copies an object that nobody else can reach. */
    boolean clones;
    /** The call during which this one was made, or null. */
    final OpaqueCall outer;

    OpaqueCall(int site, boolean shares, long group, Object[] arrays, Object[] copies, OpaqueCall outer) {
        this.site = site;
        this.shares = shares;
        this.group = group;
        this.arrays = arrays;
        this.copies = copies;
        // A call that came to no end, because of an exception, is not waited for.
        this.outer = outer != null && outer.site == site ? outer.outer : outer;
    }
}
