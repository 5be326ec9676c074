import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One thread writes a native segment and closes its arena, while another one reads it by the same layout. It finds zero
 * before the write, 5 after it, and the arena closed after that.
 */
public class ArenaClosed {
    public static void main(String[] args) throws InterruptedException {
        Arena arena = Arena.ofShared();
        MemorySegment segment = arena.allocate(8);
        Thread t = new Thread(() -> {
            segment.set(ValueLayout.JAVA_INT, 0, 5);
            arena.close();
        });
        t.start();
        String found;
        try {
            found = "" + segment.get(ValueLayout.JAVA_INT, 0);
        } catch (IllegalStateException e) {
            found = "closed";
        }
        t.join();
        System.out.println(found);
    }
}
