/**
 * The same as {@link BuilderCompared} with a buffer, whose methods exclude each other; its stream does not, and reads
 * one character after the other.
 */
public class BufferCompared {
    public static void main(String[] args) throws InterruptedException {
        StringBuffer buffer = new StringBuffer("ab");
        Thread t = new Thread(() -> buffer.setCharAt(0, 'z'));
        t.start();
        boolean changed = "zb".contentEquals(buffer);
        int sum = buffer.codePoints().sum();
        t.join();
        System.out.println(changed + " " + sum);
    }
}
