package lib;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;

public class Reader {
    /** What a private field holds, if the package of its class is open to this module. */
    public static String read(Class<?> type) throws ReflectiveOperationException {
        try {
            Field field = type.getDeclaredField(type.getSimpleName().equals("Box") ? "hidden" : "first");
            field.setAccessible(true);
            return String.valueOf(field.get(null));
        } catch (InaccessibleObjectException e) {
            return "closed";
        }
    }
}
