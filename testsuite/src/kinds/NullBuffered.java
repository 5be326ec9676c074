/**
 * An object is handed over by a plain flag.
 *
 * Under SC and TSO the writes arrive in their order: 7 (the flag was seen), or nothing. Under PSO the flag can overtake the reference, which then still
 * is what it was in the beginning, null. The exception has no message: the value of the final field is known to the compiler, which only asks whether
 * there is an object ({@code Objects.requireNonNull}).
 */
public class NullBuffered {
    static final class Box {
        final int value = 7;
    }

    static Box box;
    static boolean ready;

    public static void main(String[] args) {
        Thread maker = new Thread(() -> {
            box = new Box();
            ready = true;
        });
        maker.start();
        if (ready) {
            int seen = box.value;
            System.out.println(seen);
        }
    }
}
