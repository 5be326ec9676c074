/**
 * What a scoped value was bound to in a thread, and what that thread has looked up, is not there in the next one.
 *
 * Possible: 0 or 1 is read by the first thread; the second finds nothing bound.
 */
public class ScopedValueOfThreadBefore {
    static final ScopedValue<String> VALUE = ScopedValue.newInstance();
    static int x;
    static int read;
    static String text = "";

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            read = x;
            ScopedValue.where(VALUE, "first").run(() -> text += VALUE.get());
        });
        first.start();
        x = 1;
        first.join();
        Thread second = new Thread(() -> {
            text += " " + VALUE.isBound() + " " + VALUE.orElse("none");
            ScopedValue.where(VALUE, "second").run(() -> text += " " + VALUE.get());
        });
        second.start();
        second.join();
        System.out.println(read + " " + text);
    }
}
