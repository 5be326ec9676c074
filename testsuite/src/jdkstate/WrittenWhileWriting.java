import java.io.ByteArrayOutputStream;

/**
 * The thread writes an array to a stream while main changes the elements in order. What the stream has got decides what main finds there at the end.
 *
 * Outcomes: the elements are read one by one, in order: 00, 10, 11, and 01 (the second one is read after both were changed).
 */
public class WrittenWhileWriting {
    public static void main(String[] args) throws InterruptedException {
        byte[] elements = new byte[2];
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        Thread t = new Thread(() -> stream.write(elements, 0, 2));
        t.start();
        elements[0] = 1;
        elements[1] = 1;
        t.join();
        byte[] got = stream.toByteArray();
        System.out.println(got[0] + "" + got[1]);
    }
}
