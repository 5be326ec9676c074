/**
 * A volatile flag is set after what it promises.
 *
 * Only outcome: done.
 */
public class AssertOrdered {
    static int value;
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread maker = new Thread(() -> {
            value = 7;
            ready = true;
        });
        maker.start();
        if (ready) {
            assert value == 7;
        }
        System.out.println("done");
    }
}
