/**
 * Two numbers are printed. The first is wrong, the second is what was expected.
 *
 * What was expected and what is printed differ in the first number only, which was read in x. The second, which the other
 * thread has written as well, could be no other one without another difference: its read is not in the chain.
 *
 * expected: 0 7
 * chain: failure <- x/one
 */
public class FirstPrint {
    static int x;
    static int y;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            y = 7;
            x = 1; // one
        });
        other.start();
        int seen = x; // x
        other.join();
        System.out.print(seen + " ");
        System.out.println(y);
    }
}
