import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * A file of four bytes 0 that threads use at any place.
 *
 * "one": two threads write a byte each through one object, 1 and 2, and main reads both from the start: "12" or "21".
 * "seek": the same, but each goes to a place of its own first, one to 0 and the other to 2. If both have gone before
 * one writes, both write from the place of who went last, in either order: "1200", "2100", "0012" or "0021". Else each
 * writes where it wanted: "1020".
 * "two": two objects over one file have places of their own: a thread writes 7 through one, main reads through the
 * other: "0" or "7".
 * "length": a thread makes the file longer, main asks for its length: "4" or "8".
 */
public class RandomAccess {
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("random", ".bin");
        try (RandomAccessFile one = new RandomAccessFile(file, "rw")) {
            one.write(new byte[4]);
            one.seek(0);
            switch (args[0]) {
                case "one" -> {
                    Par.run(() -> one.write(1), () -> one.write(2));
                    print(one, 2);
                }
                case "seek" -> {
                    Par.run(() -> write(one, 0, 1), () -> write(one, 2, 2));
                    print(one, 4);
                }
                case "two" -> {
                    try (RandomAccessFile two = new RandomAccessFile(file, "r")) {
                        Thread other = Par.start(() -> one.write(7));
                        System.out.println(two.read());
                        other.join();
                    }
                }
                case "length" -> {
                    Thread other = Par.start(() -> one.setLength(8));
                    System.out.println(file.length());
                    other.join();
                }
                default -> throw new IllegalArgumentException(args[0]);
            }
        }
    }

    private static void write(RandomAccessFile file, long place, int value) throws IOException {
        file.seek(place);
        file.write(value);
    }

    private static void print(RandomAccessFile file, int length) throws IOException {
        file.seek(0);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(file.read());
        }
        System.out.println(text);
    }
}
