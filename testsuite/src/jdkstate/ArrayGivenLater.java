import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * An inflater is given its input, which is one byte, not compressed, and keeps the array: the thread sets the byte before and after. Main asks for what
 * comes out, once.
 *
 * Outcomes: nothing (no input yet), 8, 9.
 */
public class ArrayGivenLater {
    public static void main(String[] args) throws InterruptedException, DataFormatException {
        Inflater inflater = new Inflater(true);
        Thread t = new Thread(() -> {
            // One block, the last, stored: its length, the complement of that, the byte.
            byte[] input = {1, 1, 0, (byte) 0xfe, (byte) 0xff, 8};
            inflater.setInput(input);
            input[5] = 9;
        });
        t.start();
        byte[] output = new byte[1];
        System.out.println(inflater.inflate(output) == 0 ? "nothing" : "" + output[0]);
        t.join();
    }
}
