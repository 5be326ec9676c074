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
    /** By class of the JDK: how many of its objects have been asked for their hash code. */
    private IdentityMap hashed;
    /** The same for all classes together: a sum. */
    private long hashes;

    /** All that has been counted. */
    long state() {
        long hash = Hash.mix(Hash.mix(named, handedOn), threadsMade);
        hash = Hash.mix(Hash.mix(hash, threadsStarted), devicesOpened);
        return Hash.mix(Hash.mix(Hash.mix(hash, nanos), toldNanos), hashes);
    }

    /** Counts one more object of a class of the JDK that is asked for its hash code. */
    int hashed(ClassInfo info) {
        if (hashed == null) {
            hashed = new IdentityMap();
        }
        int[] count = (int[]) hashed.get(info);
        if (count == null) {
            count = new int[1];
            hashed.put(info, count);
        }
        hashes += Hash.mix(info.hash, ++count[0]);
        return count[0];
    }
}
