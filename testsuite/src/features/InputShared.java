import java.io.BufferedReader;
import java.io.InputStreamReader;

/**
 * Input: "1\n2\n". Two threads read one line each through a reader that both use; the reader's own lock makes each line one step. Either thread may get the first line,
 * and then the other one gets the second: "1 2" and "2 1". After them, main finds the end. The reader is made in a static initialiser.
 */
public class InputShared {
    static final BufferedReader IN = new BufferedReader(new InputStreamReader(System.in));
    static String first, second;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> first = line());
        Thread b = new Thread(() -> second = line());
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(first + " " + second + " " + line());
    }

    static String line() {
        try {
            return IN.readLine();
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }
}
