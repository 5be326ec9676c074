package dev.mcr;

/**
 * What a thread has had of the things that a plain JVM would number, measure or draw for all threads together. Each
 * thread counts for itself, so that what it gets depends on nothing but what it has done.
 */
final class Counts {
    /** Objects named. */
    long named;
    /** Reflective objects handed on. */
    long handedOn;
    /** Threads made, whether started or not, and threads started. */
    int threadsMade;
    int threadsStarted;
    /** How often it has opened a device for random bytes. */
    int devicesOpened;
    /** Time that the thread believes to have passed, in nanoseconds. */
    long nanos;
    /** As much of it as other threads can know ({@link VirtualTime}). */
    long toldNanos;

    /** What the last call of a selector, or of a watch service's thread, has found: a hash; 0 if nothing. */
    long found;

    /** All that has been counted. */
    long state() {
        long hash = Hash.mix(Hash.mix(named, handedOn), threadsMade);
        hash = Hash.mix(Hash.mix(hash, threadsStarted), devicesOpened);
        return Hash.mix(Hash.mix(Hash.mix(hash, nanos), toldNanos), found);
    }
}
