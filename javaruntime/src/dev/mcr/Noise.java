package dev.mcr;

/**
 * Hooks that delay and do nothing else: what the agent's option {@code noise} puts into classes, so that a plain JVM
 * shows more interleavings than it would by itself. Nothing is checked; the other classes of this package are not used.
 */
public final class Noise {
    private Noise() {}

    /** Gives up the processor for a random time that is mostly zero. Neither permits nor interrupts are touched. */
    private static native void delay();

    /** The calling thread is not delayed from now on. */
    public static native void quiet();

    public static void changes() {
        delay();
    }

    public static void beforeGetField(Object owner, int site) {
        delay();
    }

    public static void beforeGetStatic(int site) {
        delay();
    }

    public static void beforeArrayLoad(Object array, int index, int site) {
        delay();
    }

    public static void gotI(int value) {}

    public static void gotJ(long value) {}

    public static void gotF(float value) {}

    public static void gotD(double value) {}

    public static void gotL(Object value) {}

    public static void beforePutFieldI(Object owner, int value, int site) {
        delay();
    }

    public static void beforePutFieldJ(Object owner, long value, int site) {
        delay();
    }

    public static void beforePutFieldF(Object owner, float value, int site) {
        delay();
    }

    public static void beforePutFieldD(Object owner, double value, int site) {
        delay();
    }

    public static void beforePutFieldL(Object owner, Object value, int site) {
        delay();
    }

    public static void beforePutStaticI(int value, int site) {
        delay();
    }

    public static void beforePutStaticJ(long value, int site) {
        delay();
    }

    public static void beforePutStaticF(float value, int site) {
        delay();
    }

    public static void beforePutStaticD(double value, int site) {
        delay();
    }

    public static void beforePutStaticL(Object value, int site) {
        delay();
    }

    public static void beforeArrayStoreI(Object array, int index, int value, int site) {
        delay();
    }

    public static void beforeArrayStoreJ(Object array, int index, long value, int site) {
        delay();
    }

    public static void beforeArrayStoreF(Object array, int index, float value, int site) {
        delay();
    }

    public static void beforeArrayStoreD(Object array, int index, double value, int site) {
        delay();
    }

    public static void beforeArrayStoreL(Object array, int index, Object value, int site) {
        delay();
    }

    public static void monitorEnter(Object lock, int site) {
        delay();
    }

    public static void monitorExit(Object lock, int site) {
        delay();
    }

    public static void syncEnter(Object lock, int site) {
        delay();
    }

    public static void syncExit(Object lock, int site) {
        delay();
    }
}
