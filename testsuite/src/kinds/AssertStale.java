/**
 * A flag is set before what it promises.
 *
 * Possible: done (the flag was not seen, or the value was), or a failing assertion, about a value that nobody had written.
 */
public class AssertStale {
    static int value;
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread maker = new Thread(() -> {
            ready = true;
            value = 7;
        });
        maker.start();
        if (ready) {
            assert value == 7;
        }
        System.out.println("done");
    }
}
