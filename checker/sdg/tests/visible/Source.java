import java.io.InputStream;
import java.io.InputStreamReader;

/** Code of the JDK passes an array to the program, and reads it afterwards. */
class Source extends InputStream {
    static int given, unused;

    @Override
    public int read() {
        return -1;
    }

    @Override
    public int read(byte[] bytes, int from, int count) {
        bytes[from] = (byte) given; // + the reader gives it back
        return 1;
    }

    public static void main(String[] args) throws java.io.IOException {
        System.out.println(new InputStreamReader(new Source()).read());
        int[] numbers = new int[1];
        numbers[0] = unused; // -
    }
}
