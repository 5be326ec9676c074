/**
 * A static initialiser, run by main, reads what another thread writes: before or after.
 */
public class InitialiserReads {
    static int x;

    static class Late {
        static int seen = x;
    }

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> x = 1);
        writer.start();
        int seen = Late.seen;
        writer.join();
        System.out.println(seen);
    }
}
