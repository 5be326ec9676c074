import java.nio.ByteBuffer;

/** The array that is handed out is the buffer's content. */
class Lent {
    static int given, unused;

    public static void main(String[] args) {
        ByteBuffer buffer = ByteBuffer.allocate(1);
        byte[] bytes = buffer.array();
        bytes[0] = (byte) given; // + the buffer gives it back
        System.out.println(buffer.get(0));
        int[] numbers = new int[1];
        numbers[0] = unused; // - no buffer is of these
    }
}
