/**
 * A bound method reference carries the object it is bound to, and with it the value that main has read.
 *
 * Possible: 1 (main read 0), 11 (main read 1).
 */
public class MethodReference {
    static int x, y;
    private final int r;

    MethodReference(int r) {
        this.r = r;
    }

    void use() {
        y = r * 10 + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> x = 1);
        writer.start();
        Thread t = new Thread(new MethodReference(x)::use);
        t.start();
        t.join();
        writer.join();
        System.out.println(y);
    }
}
