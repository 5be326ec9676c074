import java.lang.reflect.Field;

/**
 * A thread makes a field object accessible that anobject one asks about and reads through. Each thread also has an
 * object of its own for
 * the same field, which stays as it was.
 *
 * Possible: "false refused false", "false 7 false" (made accessible between question and use), "true 7 false".
 */
public class AccessibleField {
    static Field shared;

    public static void main(String[] args) throws Exception {
        shared = WithPrivateField.class.getDeclaredField("value");
        WithPrivateField object = new WithPrivateField();
        Thread t = Par.start(() -> {
            Field own = WithPrivateField.class.getDeclaredField("value");
            own.setAccessible(true);
            own.getInt(new WithPrivateField());
            shared.setAccessible(true);
        });
        Field own = WithPrivateField.class.getDeclaredField("value");
        boolean accessible = shared.canAccess(object);
        String value;
        try {
            value = "" + shared.getInt(object);
        } catch (IllegalAccessException e) {
            value = "refused";
        }
        t.join();
        System.out.println(accessible + " " + value + " " + own.canAccess(object));
    }
}

class WithPrivateField {
    private int value = 7;
}
