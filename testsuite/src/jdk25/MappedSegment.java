import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that is mapped into memory as a segment, which is not covered. The byte is written before it is read: 5. */
public class MappedSegment {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("mapped", ".bin");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                Arena arena = Arena.ofConfined()) {
            MemorySegment segment = channel.map(MapMode.READ_WRITE, 0, 4, arena);
            segment.set(ValueLayout.JAVA_BYTE, 0, (byte) 5);
            System.out.println(segment.get(ValueLayout.JAVA_BYTE, 0));
        }
    }
}
