import java.util.Scanner;

/**
 * Input: "3 4\nrest". One thread reads two numbers, another one has nothing to do with it. Every execution reads the input from its beginning, so each
 * prints 7; what is not read ("rest") concerns nobody.
 */
public class InputLines {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { });
        other.start();
        Scanner in = new Scanner(System.in);
        System.out.println(in.nextInt() + in.nextInt());
        other.join();
    }
}
