import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Two segments for the same memory, one of which was made of the address of the other: what a thread writes through one, main may read through the other.
 *
 * Outcomes: 0, 2.
 */
public class SegmentOfAddress {
    public static void main(String[] args) throws Exception {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment one = arena.allocate(8);
            MemorySegment other = MemorySegment.ofAddress(one.address()).reinterpret(8);
            Thread writer = new Thread(() -> one.set(ValueLayout.JAVA_INT, 0, 2));
            writer.start();
            int read = other.get(ValueLayout.JAVA_INT, 0);
            writer.join();
            System.out.println(read);
        }
    }
}
