import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A segment is the memory of an array. The thread writes the first element by instruction and the second through a slice of the segment; main reads the second by
 * instruction, the first through a handle.
 *
 * Outcomes: 0 0, 0 1, 2 1. Not 2 0.
 */
public class SegmentOfArray {
    private static final int[] NUMBERS = new int[2];
    private static final MemorySegment SEGMENT = MemorySegment.ofArray(NUMBERS);
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            NUMBERS[0] = 1;
            SEGMENT.asSlice(4).set(ValueLayout.JAVA_INT, 0, 2);
        });
        t.start();
        int second = NUMBERS[1];
        System.out.println(second + " " + (int) INT.get(SEGMENT, 0L));
        t.join();
    }
}
