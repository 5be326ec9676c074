/**
 * Each execution loads the native library for its own classes, with static variables that begin with 0. x is 1 if both threads read 0, else 2.
 *
 * Outcomes: 1 1 2, 2 1 2.
 */
public class FreshLibrary {
    static int x;

    static native int next();

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        Thread other = new Thread(() -> x++);
        other.start();
        x++;
        other.join();
        System.out.println(x + " " + next() + " " + next());
    }
}
