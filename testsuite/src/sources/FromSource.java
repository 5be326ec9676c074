/** SB in a source file, with a class beside the main class: 0 1, 1 0, 1 1, and the arguments. */
public class FromSource {
    private static volatile int x;
    private static int first;
    private static int second;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            x = 1;
            first = Beside.y;
        });
        Thread two = new Thread(() -> {
            Beside.y = 1;
            second = x;
        });
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(first + " " + second + " " + String.join(",", args));
    }
}

class Beside {
    static volatile int y;
}
