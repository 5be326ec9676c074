/**
 * Two threads append to a StringBuilder that has room: read the count, then store the character and write the count.
 *
 * Both may read 0: then there is one character, whichever was stored last. Else both are there, in either order.
 * Possible: ab, ba, a, b.
 */
public class StringBuilderAppend {
    static final StringBuilder builder = new StringBuilder();

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                builder.append('a');
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                builder.append('b');
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(builder);
    }
}
