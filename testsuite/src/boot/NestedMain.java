package nested;

/** SB in an executable jar of Spring Boot, with a variable in a jar that is inside, and a resource of that: 0 1, 1 0, 1 1. */
public class NestedMain {
    private static volatile int x;
    private static int first;
    private static int second;

    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> {
            x = 1;
            first = inside.Inside.y;
        });
        Thread two = new Thread(() -> {
            inside.Inside.y = 1;
            second = x;
        });
        one.start();
        two.start();
        one.join();
        two.join();
        try (java.io.InputStream in = inside.Inside.class.getResourceAsStream("inside.txt")) {
            System.out.println(first + " " + second + " " + new String(in.readAllBytes()).trim() + " " + args[0]);
        }
    }
}
