/**
 * A static initialiser may write a field many times: what counts is the last value.
 */
public class InitialiserLoop {
    static int sum;

    static {
        for (int i = 0; i < 10; i++) {
            sum += i;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> sum = 0);
        writer.start();
        int seen = sum;
        writer.join();
        System.out.println(seen);
    }
}
