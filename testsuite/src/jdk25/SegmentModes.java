import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Atomic accesses of segments, one over an array and one outside of the heap that threads share, by handles of
 * layouts. Each thread adds to an element of the first, 1 and 2, and tries to be the first to set a field in the
 * second.
 *
 * <p>Who adds first finds 0, and the other one what the first has added. Who sets first succeeds, and the other one
 * fails. Either may be first in both, or one in each.
 */
public class SegmentModes {
    static final VarHandle ELEMENT = ValueLayout.JAVA_INT.arrayElementVarHandle();
    static final VarHandle FIELD =
            MemoryLayout.structLayout(ValueLayout.JAVA_INT.withName("x"), ValueLayout.JAVA_INT.withName("y"))
                    .varHandle(PathElement.groupElement("y"));

    public static void main(String[] args) throws InterruptedException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment heap = MemorySegment.ofArray(new int[4]);
            MemorySegment outside = arena.allocate(8, 4);
            int[] found = new int[2];
            boolean[] set = new boolean[2];
            Thread[] threads = new Thread[2];
            for (int n = 0; n < 2; n++) {
                int i = n;
                threads[i] = new Thread(() -> {
                    found[i] = (int) ELEMENT.getAndAdd(heap, 0L, 1L, i + 1);
                    set[i] = FIELD.compareAndSet(outside, 0L, 0, i + 1);
                });
                threads[i].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.println(found[0] + " " + found[1] + " " + set[0] + " " + set[1]);
        }
    }
}
