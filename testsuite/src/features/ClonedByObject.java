import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * In class files older than version 49, {@code clone} of an array is a method of {@code Object}, and not one of the
 * array's class. Such a call reads all elements, one after the other, while a thread writes the first and then the
 * second one.
 *
 * 0 0, 1 0, 1 2 by the order of writes; 0 2: the first is read before its write, the second after its own.
 */
public class ClonedByObject {
    public interface Copier {
        Object copy(int[] array);
    }

    /** Its class file is changed: see the loader. */
    public static class Old implements Copier {
        @Override
        public Object copy(int[] array) {
            return array.clone();
        }
    }

    static final int[] SHARED = new int[2];

    /** Defines the class with {@code Object} for {@code int[]} wherever an instruction names that. */
    static final class Loader extends ClassLoader {
        private static final int VERSION = 48;
        private static final int UTF8 = 1;
        private static final int CLASS = 7;

        Class<?> load(String name) throws IOException {
            try (InputStream in = ClonedByObject.class.getResourceAsStream("/" + name + ".class")) {
                byte[] bytes = in.readAllBytes();
                replaceClass(ByteBuffer.wrap(bytes));
                bytes[6] = 0;
                bytes[7] = VERSION;
                return defineClass(name, bytes, 0, bytes.length);
            }
        }

        private static void replaceClass(ByteBuffer file) {
            int[] constants = constants(file);
            int array = text(file, constants, "[I");
            int object = text(file, constants, "java/lang/Object");
            for (int at : constants) {
                if (at != 0 && file.get(at) == CLASS && file.getShort(at + 1) == array) {
                    file.putShort(at + 1, (short) object);
                }
            }
        }

        /** Where each constant begins. */
        private static int[] constants(ByteBuffer file) {
            int[] constants = new int[file.getShort(8)];
            int at = 10;
            for (int i = 1; i < constants.length; i++) {
                constants[i] = at;
                at += size(file, at);
            }
            return constants;
        }

        /** Of the constants that such a small class has. */
        private static int size(ByteBuffer file, int at) {
            switch (file.get(at)) {
                case UTF8:
                    return 3 + file.getShort(at + 1);
                case CLASS:
                    return 3;
                default:
                    return 5;
            }
        }

        private static int text(ByteBuffer file, int[] constants, String text) {
            byte[] wanted = text.getBytes(StandardCharsets.US_ASCII);
            for (int i = 1; i < constants.length; i++) {
                byte[] found = new byte[wanted.length];
                if (file.get(constants[i]) == UTF8 && file.getShort(constants[i] + 1) == wanted.length) {
                    file.get(constants[i] + 3, found);
                    if (Arrays.equals(found, wanted)) {
                        return i;
                    }
                }
            }
            throw new AssertionError(text);
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?> old = new Loader().load("ClonedByObject$Old");
        Copier copier = (Copier) old.getDeclaredConstructor().newInstance();
        Thread writer = new Thread(() -> {
            SHARED[0] = 1;
            SHARED[1] = 2;
        });
        writer.start();
        int[] copy = (int[]) copier.copy(SHARED);
        writer.join();
        System.out.println(copy[0] + " " + copy[1]);
    }
}
