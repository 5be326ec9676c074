import java.io.BufferedReader;
import java.io.InputStreamReader;

/**
 * Input: "1\n2\n". As InputShared, but the reader is made by main, and each thread reads and prints under one lock. So the lines are printed in their order, by either
 * thread: "a1 b2" and "b1 a2".
 */
public class InputLocked {
    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Object lock = new Object();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            String name = i == 0 ? "a" : "b";
            threads[i] = new Thread(() -> {
                synchronized (lock) {
                    try {
                        System.out.print(name + in.readLine() + " ");
                    } catch (java.io.IOException e) {
                        throw new AssertionError(e);
                    }
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
