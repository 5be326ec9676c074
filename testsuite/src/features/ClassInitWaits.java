/**
 * A thread that an initialiser has started waits for the end of that initialiser before it uses the class, so it prints 2.
 *
 * Outcomes: 2, main and main, 2.
 */
public class ClassInitWaits {
    static int v = 1;

    static {
        new Thread(() -> System.out.println(v)).start();
        v = 2;
    }

    public static void main(String[] args) {
        System.out.println("main");
    }
}
