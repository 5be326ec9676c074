import java.nio.ByteBuffer;

/**
 * Native code writes the memory of a direct buffer, and another thread reads it; and the other way round.
 *
 * Main reads byte 0 and then writes byte 1; the thread writes 5 to byte 0, and returns what is in byte 1. Outcomes: 0 0 (the reading before the writing by native code, which
 * is before main's write), 0 3, 5 0. Not 5 3: what native code does is one step.
 */
public class NativeBuffer {
    static int found;

    static native int exchange(ByteBuffer buffer);

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        ByteBuffer buffer = ByteBuffer.allocateDirect(2);
        Thread other = new Thread(() -> found = exchange(buffer));
        other.start();
        int read = buffer.get(0);
        buffer.put(1, (byte) 3);
        other.join();
        System.out.println(read + " " + found);
    }
}
