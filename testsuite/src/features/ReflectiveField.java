import java.lang.reflect.Field;

/**
 * A field written by reflection is the same field: unset, or the object before or after its second write.
 */
public class ReflectiveField {
    static ReflectiveField shared;
    int value;

    public static void main(String[] args) throws Exception {
        Field field = ReflectiveField.class.getDeclaredField("shared");
        Thread writer = new Thread(() -> {
            ReflectiveField made = new ReflectiveField();
            made.value = 1;
            try {
                field.set(null, made);
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
            made.value = 2;
        });
        writer.start();
        ReflectiveField seen = (ReflectiveField) field.get(null);
        System.out.println(seen == null ? 0 : seen.value);
        writer.join();
    }
}
