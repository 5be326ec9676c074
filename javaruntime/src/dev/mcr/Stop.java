package dev.mcr;

/**
 * Thrown by every hook once the execution is over, so that threads which are left over unwind. A program that catches
 * it is interrupted again at the start of its handler and at its next visible operation.
 */
final class Stop extends Error {
    private static final long serialVersionUID = 1L;

    /** The only instance: it carries nothing. */
    static final Stop STOP = new Stop();

    private Stop() {
        super("the execution is over", null, false, false);
    }
}
