/**
 * Input: "ab". Two threads read one byte each from System.in, which is one step: one gets 97, the other one 98. Both put what they got where it is: "ab" and "ba". Then main
 * finds nothing available, and the end, again and again.
 */
public class InputBytes {
    static int first, second;

    public static void main(String[] args) throws Exception {
        if (System.in.available() != 2) {
            throw new AssertionError();
        }
        Thread a = new Thread(() -> first = next());
        Thread b = new Thread(() -> second = next());
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("" + (char) first + (char) second + System.in.available() + next() + next());
    }

    static int next() {
        try {
            return System.in.read();
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }
}
