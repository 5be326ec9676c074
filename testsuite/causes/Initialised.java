/**
 * A class is initialised with what another field had held at that time.
 *
 * The assertion is about COPY, which the initialiser of Late has written from x; that was written by the thread.
 *
 * chain: failure <- copy/initialiser
 * chain: copy <- x/one
 */
public class Initialised {
    static int x;

    static class Late {
        static int copy;

        static {
            copy = x + 1; // initialiser x
        }
    }

    public static void main(String[] args) {
        new Thread(() -> x = 1).start(); // one
        new Thread(() -> System.out.println(Late.copy)).start();
        assert Late.copy != 2; // copy
    }
}
