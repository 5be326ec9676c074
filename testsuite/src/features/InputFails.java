import java.util.Scanner;

/**
 * Input: "5\n". Main reads a number while another thread sets what it divides by: 5 if the thread is first, else an exception. Either is found, whatever was read before, and
 * the failure is replayed with the input that was recorded.
 */
public class InputFails {
    static volatile int divisor;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> divisor = 1);
        other.start();
        System.out.println(new Scanner(System.in).nextInt() / divisor);
        other.join();
    }
}
