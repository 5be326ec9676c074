/**
 * SB, and a text that an agent has replaced before the class was loaded: the threads read 0 1, 1 0 or 1 1. The property is
 * set by the agent before the program starts, and so is there in each execution.
 */
public class Edited {
    private static volatile int x;
    private static volatile int y;
    private static int first;
    private static int second;

    private static String text() {
        return "plain!";
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            x = 1;
            first = y;
        });
        Thread two = new Thread(() -> {
            y = 1;
            second = x;
        });
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(first + " " + second + " " + text() + " " + System.getProperty("edits"));
    }
}
