/**
 * Two hooks run at the same time, in threads of their own; the one that has been removed does not run. They increase a volatile number and print what they
 * read then: each order of the two lines is possible, and each of 1 and 2 in both. (1 and 1: both read 0, or the second one increases it when
 * the first has read; 2 and 2: both have increased it before either reads.)
 *
 * Outcomes: end, then "a" and "b" in either order, each with 1 or 2: eight.
 */
public class ShutdownHooksTwo {
    static volatile int x;

    public static void main(String[] args) {
        Thread removed = new Thread(() -> System.out.println("removed"));
        Runtime.getRuntime().addShutdownHook(removed);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            x++;
            System.out.println("a" + x);
        }));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            x++;
            System.out.println("b" + x);
        }));
        Runtime.getRuntime().removeShutdownHook(removed);
        System.out.println("end");
    }
}
