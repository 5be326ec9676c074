import java.io.IOException;
import java.io.InputStream;

/**
 * Two loaders define one enum: its constants are two objects each, and the first of one is not the first of the other.
 *
 * Outcomes: true (what main finds is what it has put there), false (the thread has put the other one).
 */
public class EnumLoadedTwice {
    /** What both loaders define. */
    public enum Colour { RED, GREEN }

    /** Defines the enum itself, and asks its parent for all else. */
    static class Own extends ClassLoader {
        private final byte[] colour;

        Own(byte[] colour) {
            super(EnumLoadedTwice.class.getClassLoader());
            this.colour = colour;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("EnumLoadedTwice$Colour")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known != null ? known : defineClass(name, colour, 0, colour.length);
        }
    }

    static Object shared;

    public static void main(String[] args) throws Exception {
        byte[] bytes = bytes();
        Object one = red(bytes);
        Object two = red(bytes);
        shared = one;
        Thread writer = new Thread(() -> shared = two);
        writer.start();
        boolean isOwn = shared == one;
        writer.join();
        System.out.println(isOwn);
    }

    private static Object red(byte[] bytes) throws ReflectiveOperationException {
        return new Own(bytes).loadClass("EnumLoadedTwice$Colour").getField("RED").get(null);
    }

    private static byte[] bytes() throws IOException {
        try (InputStream in = EnumLoadedTwice.class.getResourceAsStream("EnumLoadedTwice$Colour.class")) {
            return in.readAllBytes();
        }
    }
}
