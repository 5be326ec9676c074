import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that is mapped into memory.
 *
 * "alone": main adds 1 to a byte of a file that was there before, through memory, while another thread sets a flag that
 * main reads. In each execution it finds 3, and the file says 4: "3 4 false" and "3 4 true".
 * "shared": two threads add 1 to a byte of one buffer, in two steps: 1 (one is lost) or 2.
 * "two": the same through a buffer of each, over the same file: 1 or 2.
 * "slices": the same through a slice and a duplicate: 1 or 2.
 * "file": a thread writes 5 into the memory; main reads the file through another channel: 0 or 5.
 * "moved": the same, after the file has got another name, and "directory": after its directory has: 0 or 5.
 * "linked": the same, mapped by a second name (a hard link), and read by the first: 0 or 5.
 * "written": a thread writes 5 into the file; main, which has mapped it to be read, looks twice: "0 0", "0 5" or "5 5".
 * "private": what is written to memory of its own does not get into the file, and not into memory of another: "0 0".
 * "ordered": a thread writes 1 into a mapped file and then sets a flag that another one has seen: 1.
 */
public class Mapped {
    private static volatile boolean done;

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("mapped", ".bin");
        Files.write(file, new byte[4]);
        switch (args[0]) {
            case "alone" -> alone(Path.of(Mapped.class.getResource("/mapped.txt").toURI()));
            case "shared" -> {
                MappedByteBuffer buffer = map(file, MapMode.READ_WRITE);
                add(buffer, buffer);
                System.out.println(buffer.get(0));
            }
            case "two" -> {
                MappedByteBuffer buffer = map(file, MapMode.READ_WRITE);
                add(buffer, map(file, MapMode.READ_WRITE));
                System.out.println(buffer.get(0));
            }
            case "slices" -> {
                MappedByteBuffer buffer = map(file, MapMode.READ_WRITE);
                add(buffer.slice(), buffer.duplicate());
                System.out.println(buffer.get(0));
            }
            case "file" -> {
                MappedByteBuffer buffer = map(file, MapMode.READ_WRITE);
                Thread writer = Par.start(() -> buffer.put(0, (byte) 5));
                System.out.println(read(file));
                writer.join();
            }
            case "moved" -> {
                MappedByteBuffer buffer = map(file, MapMode.READ_WRITE);
                Path other = file.resolveSibling(file.getFileName() + ".moved");
                Files.move(file, other);
                Thread writer = Par.start(() -> buffer.put(0, (byte) 5));
                System.out.println(read(other));
                writer.join();
            }
            case "linked" -> {
                Path other = file.resolveSibling(file.getFileName() + ".linked");
                Files.createLink(other, file);
                MappedByteBuffer buffer = map(other, MapMode.READ_WRITE);
                Thread writer = Par.start(() -> buffer.put(0, (byte) 5));
                System.out.println(read(file));
                writer.join();
            }
            case "directory" -> {
                Path directory = Files.createTempDirectory("mapped");
                Path inside = Files.write(directory.resolve("inside"), new byte[4]);
                MappedByteBuffer buffer = map(inside, MapMode.READ_WRITE);
                Path other = directory.resolveSibling(directory.getFileName() + ".moved");
                Files.move(directory, other);
                Thread writer = Par.start(() -> buffer.put(0, (byte) 5));
                System.out.println(read(other.resolve("inside")));
                writer.join();
            }
            case "written" -> {
                MappedByteBuffer buffer = map(file, MapMode.READ_ONLY);
                Thread writer = Par.start(() -> write(file, 5));
                System.out.println(buffer.get(0) + " " + buffer.get(0));
                writer.join();
            }
            case "private" -> {
                MappedByteBuffer buffer = map(file, MapMode.PRIVATE);
                MappedByteBuffer other = map(file, MapMode.READ_ONLY);
                Thread writer = Par.start(() -> buffer.put(0, (byte) 5));
                System.out.println(read(file) + " " + other.get(0));
                writer.join();
            }
            case "ordered" -> {
                MappedByteBuffer buffer = map(file, MapMode.READ_WRITE);
                MappedByteBuffer other = map(file, MapMode.READ_ONLY);
                Thread writer = Par.start(() -> {
                    buffer.put(0, (byte) 1);
                    done = true;
                });
                while (!done) {
                    Thread.onSpinWait();
                }
                System.out.println(other.get(0));
                writer.join();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void alone(Path file) throws Exception {
        Thread other = Par.start(() -> done = true);
        MappedByteBuffer buffer = map(file, MapMode.READ_WRITE);
        int before = buffer.get(0);
        buffer.put(0, (byte) (before + 1));
        System.out.println((char) before + " " + (char) read(file) + " " + done);
        other.join();
    }

    private static MappedByteBuffer map(Path file, MapMode mode) throws Exception {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(mode, 0, 4);
        }
    }

    private static void add(ByteBuffer one, ByteBuffer other) throws Exception {
        Par.run(() -> one.put(0, (byte) (one.get(0) + 1)), () -> other.put(0, (byte) (other.get(0) + 1)));
    }

    private static int read(Path file) throws Exception {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate(1);
            channel.read(buffer);
            return buffer.get(0);
        }
    }

    private static void write(Path file, int value) throws Exception {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1).put(0, (byte) value));
        }
    }
}
