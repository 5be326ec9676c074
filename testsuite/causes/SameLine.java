/**
 * Three fields are read in one line, and one decides.
 *
 * b is only part of the message of the assertion, c is read and forgotten.
 *
 * chain: failure <- line/one
 */
public class SameLine {
    static int a;
    static int b = 2;
    static int c = 3;

    public static void main(String[] args) {
        new Thread(() -> {
            c = 4;
            b = 5;
            a = 1; // one
        }).start();
        int unused = c; int seen = a; assert seen == 0 : "b is " + b; // line
    }
}
