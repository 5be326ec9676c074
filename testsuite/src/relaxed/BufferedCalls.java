import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.text.MessageFormat;
import java.util.Date;
import java.util.logging.Logger;

/**
 * Calls between a write and a read that order no memory, and calls that do.
 *
 * <p>Thread 1 writes x, calls something, and reads y; thread 2 writes y, calls the same, and reads x. What is called is
 * the argument. Sequentially consistent are 0 1, 1 0 and 1 1; TSO and PSO allow 0 0 as well, unless the calls order the
 * writes before them.
 * <ul>
 * <li>To ask for the time orders nothing, whatever the clocks show. With the times compared, SC has 1 before 2 only if
 * r2 is 1, and 2 before 1 only if r1 is 1; TSO and PSO have both with all four results.
 * <li>Nor does a call of an object that no other thread uses, be it that its methods are synchronized (a lock that one
 * thread alone uses orders nothing in Java), or that main has used it before both start and after both have ended.
 * <li>Nor does it to read a volatile field, as the name of a thread, or a system property; to make a text; to log at a
 * level that is switched off.
 * <li>Both threads in one synchronized object, be it a stream, {@code System.out} or {@code System.err}, or the handler
 * of a logger: who is there later sees what the other has written before. 0 0 is impossible.
 * <li>To give an array of the program to a static method of the JDK orders nothing, but counts as a fence: 0 0 is not
 * found, so the check must not say that it is complete.
 * <li>To read or write a byte of a buffer that both use is one access, without a lock. The call counts as a fence, so
 * again it must not say so. Neither where thread 1 reads the byte in the place of y, and thread 2 writes it.
 * </ul>
 */
public class BufferedCalls {
    static final ByteBuffer[] BUFFERS = {ByteBuffer.allocate(1), ByteBuffer.allocate(1)};
    static final ByteArrayOutputStream[] STREAMS = {new ByteArrayOutputStream(), new ByteArrayOutputStream()};
    static final ByteArrayOutputStream STREAM = new ByteArrayOutputStream();
    static final Logger LOGGER = Logger.getLogger("calls");
    static final int[] SHARED = new int[1];
    static final long[] TIMES = new long[2];
    static int x;
    static int y;
    static int r1;
    static int r2;

    static void call(String what, int who) {
        switch (what) {
            case "nanoTime":
                System.nanoTime();
                break;
            case "date":
                new Date().getTime();
                break;
            case "compareTimes":
                TIMES[who] = System.nanoTime();
                break;
            case "ownBuffer":
            case "bufferHandedOn":
                BUFFERS[who].put(0, (byte) who);
                break;
            case "ownStream":
                STREAMS[who].write(who);
                break;
            case "sharedStream":
                STREAM.write(who);
                break;
            case "name":
                Thread.currentThread().getName();
                break;
            case "property":
                System.getProperty("user.dir");
                break;
            case "print":
                System.out.print('.');
                break;
            case "printError":
                System.err.print('.');
                break;
            case "flush":
                System.out.flush();
                break;
            case "message":
                MessageFormat.format("{0}", who);
                break;
            case "log":
                LOGGER.info("called");
                break;
            case "quietLog":
                LOGGER.fine("called");
                break;
            case "readByte":
                BUFFERS[0].get(0);
                break;
            case "wrap":
                IntBuffer.wrap(SHARED);
                break;
            default:
                throw new IllegalArgumentException(what);
        }
    }

    /** What a buffer says that it has been given. */
    static String kept(int buffer, int value) {
        return "" + BUFFERS[buffer].put(0, (byte) value).get(0);
    }

    public static void main(String[] args) throws InterruptedException {
        String what = args[0];
        String more = "";
        if (what.equals("bufferHandedOn")) {
            more = kept(0, 5) + kept(1, 6);
        }
        boolean alone = what.equals("byteAlone");
        Thread t1 = new Thread(() -> {
            x = 1;
            if (alone) {
                r1 = BUFFERS[0].get(0);
            } else {
                call(what, 0);
                r1 = y;
            }
        });
        Thread t2 = new Thread(() -> {
            if (alone) {
                BUFFERS[0].put(0, (byte) 1);
            } else {
                y = 1;
                call(what, 1);
            }
            r2 = x;
        });
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        if (what.equals("bufferHandedOn")) {
            more += kept(0, 7) + kept(1, 8) + " ";
        } else if (what.equals("compareTimes")) {
            more = TIMES[0] < TIMES[1] ? "1 before 2: " : TIMES[1] < TIMES[0] ? "2 before 1: " : "equal: ";
        }
        System.out.println(more + r1 + " " + r2);
    }
}
