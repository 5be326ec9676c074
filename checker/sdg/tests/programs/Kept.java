import java.nio.ByteBuffer;

/** A buffer keeps an array, and writes to it when nobody passes it. */
class Kept {
    static byte x;
    static int y;

    public static void main(String[] args) {
        byte[] bytes = new byte[1]; // +
        ByteBuffer buffer = ByteBuffer.wrap(bytes); // +
        byte given = x;             // +
        int unused = y;             // -
        buffer.put(given);          // +
        System.out.println(bytes[0]); // *
    }
}
