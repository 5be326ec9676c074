import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A thread allocates a native segment and tells the other one its address; main allocates one of its own meanwhile.
 *
 * <p>Main reads the address before it is written, 0, or after; then it is not that of main's own segment, which is
 * still in use: "none" or "elsewhere".
 */
public class AddressOfSegment {
    static volatile long told;

    public static void main(String[] args) throws InterruptedException {
        try (Arena arena = Arena.ofShared()) {
            Thread teller = new Thread(() -> {
                MemorySegment segment = Arena.global().allocate(64);
                told = segment.address();
            });
            teller.start();
            MemorySegment own = arena.allocate(64);
            long address = told;
            System.out.println(address == 0 ? "none" : address == own.address() ? "here" : "elsewhere");
            teller.join();
        }
    }
}
