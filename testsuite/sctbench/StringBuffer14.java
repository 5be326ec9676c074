/**
 * SCTBench, {@code stringbuffer-jdk1.4}: {@code StringBuffer.append(StringBuffer)} as it was in JDK 1.4. Every method
 * is synchronised, but append asks the other buffer for its length and then for its characters, in two calls. Main
 * appends a buffer to a new one, while a thread empties that buffer and fills it again.
 *
 * <p>Bug: the length may be stale. StringIndexOutOfBoundsException in main.
 *
 * <p>Shown by: main is preempted between the two calls, the thread empties the buffer and is preempted before it fills
 * it again. 2 preemptions; with one, main finds the buffer as long as before.
 *
 * <p>Without parameters.
 */
public class StringBuffer14 {
    private final char[] value = new char[16];
    private int count;

    StringBuffer14(String text) {
        append(text);
    }

    synchronized int length() {
        return count;
    }

    synchronized void getChars(int begin, int end, char[] to, int at) {
        if (begin > end || end > count) {
            throw new StringIndexOutOfBoundsException("end " + end + ", length " + count);
        }
        System.arraycopy(value, begin, to, at, end - begin);
    }

    synchronized void append(StringBuffer14 other) {
        int length = other.length();
        other.getChars(0, length, value, count);
        count += length;
    }

    synchronized void append(String text) {
        text.getChars(0, text.length(), value, count);
        count += text.length();
    }

    synchronized void delete(int begin, int end) {
        System.arraycopy(value, end, value, begin, count - end);
        count -= end - begin;
    }

    public static void main(String[] args) throws InterruptedException {
        StringBuffer14 buffer = new StringBuffer14("abc");
        Thread refills = new Thread(() -> {
            buffer.delete(0, 3);
            buffer.append("abc");
        }, "refills");
        refills.start();
        new StringBuffer14("").append(buffer);
        refills.join();
    }
}
