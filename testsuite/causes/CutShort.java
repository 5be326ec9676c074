/**
 * A number that is printed is the begin of the one that was expected, and what follows it is printed by others.
 *
 * What is printed lacks one character of what was expected, behind the 1 and before the blank. The blank is always the
 * same; it is the number that is another one than it should be, and that was read in x.
 *
 * expected: 10 5
 * chain: failure <- x/one
 */
public class CutShort {
    static int x = 10;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            x = 1; // one
            x = 10;
        });
        other.start();
        int seen = x; // x
        other.join();
        System.out.print(seen);
        System.out.print(" ");
        System.out.println(5);
    }
}
