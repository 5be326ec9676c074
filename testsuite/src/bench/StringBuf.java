/**
 * A buffer of characters whose every method is synchronised, and which is not safe all the same: append asks its
 * argument for its length and then for its characters, and the argument may have shrunk in between.
 *
 * <p>One thread appends b to a while another empties b. Either a gets all of b, or nothing, or the copy fails.
 */
public class StringBuf {
    private final char[] value = new char[4];
    private int count;

    StringBuf(char first) {
        value[count++] = first;
    }

    synchronized int length() {
        return count;
    }

    synchronized void copyTo(char[] target, int at, int end) {
        if (end > count) {
            throw new IndexOutOfBoundsException("end " + end + ", length " + count);
        }
        for (int i = 0; i < end; i++) {
            target[at + i] = value[i];
        }
    }

    synchronized void append(StringBuf other) {
        int length = other.length();
        other.copyTo(value, count, length);
        count += length;
    }

    synchronized void delete(int start, int end) {
        if (end > count) {
            throw new IndexOutOfBoundsException("end " + end + ", length " + count);
        }
        for (int i = end; i < count; i++) {
            value[start + i - end] = value[i];
        }
        count -= end - start;
    }

    static final StringBuf a = new StringBuf('a');
    static final StringBuf b = new StringBuf('b');

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                a.append(b);
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                b.delete(0, b.length());
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(a.length() + " " + b.length());
    }
}
