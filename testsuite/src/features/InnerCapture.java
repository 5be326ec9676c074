/**
 * An inner class reaches its outer object and a captured local variable through hidden fields.
 *
 * <p>One thread writes 1 to f; main reads f into k and starts another thread that sets f to f + k + 10.
 * k = 0: the write may come after the other thread's write (1), between its read and its write (10), before its read
 * (11).
 * k = 1: the write is over, f = 1 + 1 + 10.
 * Possible: 1, 10, 11, 12.
 */
public class InnerCapture {
    int f;

    class Writer extends Thread {
        @Override
        public void run() {
            f = 1;
        }
    }

    void go() throws InterruptedException {
        Thread writer = new Writer();
        writer.start();
        int k = f;
        Thread t = new Thread(new Runnable() {
            @Override
            public void run() {
                f = f + k + 10;
            }
        });
        t.start();
        writer.join();
        t.join();
        System.out.println(f);
    }

    public static void main(String[] args) throws InterruptedException {
        new InnerCapture().go();
    }
}
