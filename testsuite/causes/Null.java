/**
 * A null is followed that a third thread was told to put there.
 *
 * The null was written because clear was set. One comes to the line that fails only because name was no null in the line
 * before it, which is the value that it begins with: that read decides as well.
 *
 * chain: failure <- name/null
 * chain: name <- clear/set
 * chain: failure <- tested/initial
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
        if (name != null) { // tested
            System.out.println(name.length()); // name
        }
    }
}
