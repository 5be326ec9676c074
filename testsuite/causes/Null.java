/**
 * A null is followed that a third thread was told to put there.
 *
 * The null was written because clear was set. The read of name before it, which was not null, is another read.
 *
 * chain: failure <- name/null
 * chain: name <- clear/set
 */
public class Null {
    static String name = "x";
    static boolean clear;

    public static void main(String[] args) {
        new Thread(() -> {
            if (clear) { // clear
                name = null; // null
            }
        }).start();
        clear = true; // set
        if (name != null) {
            System.out.println(name.length()); // name
        }
    }
}
