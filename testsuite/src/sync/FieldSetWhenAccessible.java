import java.lang.reflect.Field;

/**
 * A thread writes a private field through a shared field object, or is refused; main makes the object accessible. What
 * was refused was not
 * written.
 *
 * Possible: "written 5", "refused 0".
 */
public class FieldSetWhenAccessible {
    static Field shared;

    public static void main(String[] args) throws Exception {
        shared = WithPrivateCounter.class.getDeclaredField("counter");
        WithPrivateCounter object = new WithPrivateCounter();
        String[] end = new String[1];
        Thread t = Par.start(() -> {
            try {
                shared.setInt(object, 5);
                end[0] = "written";
            } catch (IllegalAccessException e) {
                end[0] = "refused";
            }
        });
        shared.setAccessible(true);
        t.join();
        System.out.println(end[0] + " " + shared.getInt(object));
    }
}

class WithPrivateCounter {
    private int counter;
}
