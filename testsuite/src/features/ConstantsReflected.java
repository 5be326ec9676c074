import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;

/**
 * Constants get their values from the class file, not from code. Whoever reads them by reflection or a handle, in whichever thread, finds these.
 */
public class ConstantsReflected {
    interface OfInterface {
        String TEXT = "text";
        int NUMBER = 5;
    }

    static class OfClass {
        static final boolean FLAG = true;
        static final char LETTER = 'x';
        static final byte SMALL = -3;
        static final long LONG = 1L << 40;
        static final float FLOAT = 1.5f;
        static final double DOUBLE = -0.25;
        static final String TEXT = "more text";
        static int variable = 7;
    }

    static volatile Object seen;

    static String all(Class<?> type) throws ReflectiveOperationException {
        StringBuilder all = new StringBuilder();
        for (Field field : type.getDeclaredFields()) {
            all.append(field.getName()).append('=').append(field.get(null)).append(' ');
        }
        return all.toString();
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Thread t = new Thread(() -> {
            try {
                seen = OfInterface.class.getField("TEXT").get(null);
                OfClass.variable++;
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        int number = (int) lookup.findStaticGetter(OfInterface.class, "NUMBER", int.class).invokeExact();
        long large = (long) lookup.findStaticVarHandle(OfClass.class, "LONG", long.class).getVolatile();
        t.join();
        System.out.println(number + " " + large + " " + seen + " " + all(OfClass.class) + all(OfInterface.class));
    }
}
