import java.io.ByteArrayOutputStream;

/**
 * A call of an object of the JDK that another thread uses as well: who learns of the call also sees what was written
 * before it, as both hold the object's monitor.
 *
 * <p>Thread 1 writes 1 to x and then a byte to the stream; thread 2 asks how many bytes there are, and reads x; thread 3
 * writes 0 to x. Printed are what thread 2 has found, and x in the end.
 *
 * <p>Who finds no byte may find either x, whatever it is in the end. Who finds the byte and x = 1 says nothing of thread
 * 3. Who finds the byte and x = 0 has found what thread 3 has written, after the 1, which was there: x is 0 in the end.
 * So 1 0 1 is impossible, under each memory model. No single execution tells that from the values that a thread reads:
 * thread 2 alone may find 1 0.
 */
public class CallsOfOneObject {
    static final ByteArrayOutputStream STREAM = new ByteArrayOutputStream();
    static int x;
    static String seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> {
            x = 1;
            STREAM.write(7);
        });
        Thread t2 = new Thread(() -> {
            int size = STREAM.size();
            seen = size + " " + x;
        });
        Thread t3 = new Thread(() -> x = 0);
        t1.start();
        t2.start();
        t3.start();
        t1.join();
        t2.join();
        t3.join();
        System.out.println(seen + " " + x);
    }
}
