import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * Methods of the JDK that use a part of an array. A thread calls one for the elements 1 and 2 of four; main writes element 2, then 3. The call finds element 2 as it was or as it is; what is in
 * element 3 it never asks, and what it writes goes to the elements 1 and 2. {@code bounds}: the part is outside of the array, which is an exception however the threads run.
 */
public class PartOfArray {
    static final char[] LETTERS = {'a', 'b', 'c', 'd'};
    static final byte[] BYTES = {1, 2, 3, 4};
    static volatile String seen;

    static void use(String kind) throws Exception {
        switch (kind) {
            case "string" -> seen = new String(LETTERS, 1, 2);
            case "valueOf" -> seen = String.valueOf(LETTERS, 1, 2);
            case "write" -> {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                out.write(BYTES, 1, 2);
                seen = "" + out.toByteArray()[1];
            }
            case "sum" -> {
                CRC32 sum = new CRC32();
                CRC32 same = new CRC32();
                sum.update(BYTES, 1, 2);
                same.update(2);
                same.update(3);
                seen = "" + (sum.getValue() == same.getValue());
            }
            case "buffer" -> seen = "" + ByteBuffer.allocate(2).put(BYTES, 1, 2).get(1);
            case "read" -> seen = "" + new ByteArrayInputStream(new byte[] {8, 9, 10}).read(BYTES, 1, 2);
            case "reader" -> seen = "" + new StringReader("xyz").read(LETTERS, 1, 2);
            default -> {
                try {
                    seen = new String(LETTERS, 3, 2);
                } catch (IndexOutOfBoundsException e) {
                    seen = "outside";
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                use(args[0]);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        LETTERS[2] = 'C';
        BYTES[2] = 7;
        LETTERS[3] = 'D';
        BYTES[3] = 7;
        t.join();
        System.out.println(seen + " " + LETTERS[1] + LETTERS[2] + " " + BYTES[1] + BYTES[2]);
    }
}
