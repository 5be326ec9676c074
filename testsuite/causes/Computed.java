/**
 * Values move through two threads: main sees in y what the second has computed from x, which the first has written.
 *
 * z is read in the same line as x and only printed: no value of it gets into y, and nothing asks for it.
 *
 * chain: failure <- y/copy
 * chain: y <- x/one
 */
public class Computed {
    static int x;
    static int y;
    static int z = 5;

    public static void main(String[] args) {
        new Thread(() -> x = 1).start(); // one
        new Thread(Computed::copies).start();
        assert y != 3; // y
    }

    static void copies() {
        int two = x + 1, other = z; // x
        System.out.println(other);
        y = two + 1; // copy
    }
}
