package dev.mcr;

/** What code of the JDK calls that asks the system for memory, and gives it back ({@link DirectMemory}). */
public final class MemoryHooks {
    private MemoryHooks() {}

    public static long allocate(Object unsafe, long bytes, int site) {
        return DirectMemory.allocate(bytes);
    }

    public static void free(Object unsafe, long address, int site) {
        DirectMemory.free(address);
    }
}
