import java.io.ByteArrayOutputStream;

/** A subclass writes to the array that a class of the JDK keeps in a protected field. */
class Extended extends ByteArrayOutputStream {
    static int first, unused;

    void put(int value) {
        buf[0] = (byte) value;
        count = 1;
    }

    public static void main(String[] args) {
        Extended stream = new Extended();
        stream.put(first); // + the stream shows it
        System.out.println(stream.toString());
        int[] numbers = new int[1];
        numbers[0] = unused; // -
    }
}
