/**
 * A StringBuffer locks itself: both texts are there.
 *
 * Possible: ab, ba.
 */
public class StringBufferAppend {
    static final StringBuffer buffer = new StringBuffer();

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                buffer.append("a");
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                buffer.append("b");
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(buffer);
    }
}
