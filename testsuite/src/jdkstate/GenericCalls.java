import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.SimpleTimeZone;

/**
 * A thread moves a time zone. Another one looks at it by {@code equals}, {@code hashCode} and {@code toString}, by
 * instructions that do not name
 * its class, by reflection and through method handles, and prints 1 for each that has seen the zone moved. A subclass
 * of the program's inherits them.
 *
 * Outcomes: the zone is moved once, by one write, so what is printed is zeros and then ones: 10 looks, 11 outcomes.
 */
public class GenericCalls {
    private static class Zone extends SimpleTimeZone {
        Zone() {
            super(0, "Z");
        }
    }

    private static final SimpleTimeZone ZONE = new Zone();
    private static final String TEXT = new Zone().toString();
    private static final int HASH = new Zone().hashCode();

    private static boolean[] look() throws Throwable {
        Object object = ZONE;
        Cloneable cloneable = ZONE;
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle hash = lookup.findVirtual(Object.class, "hashCode", MethodType.methodType(int.class));
        MethodHandle text = lookup.findVirtual(Object.class, "toString", MethodType.methodType(String.class));
        return new boolean[] {
            !object.equals(new Zone()),
            !object.toString().equals(TEXT),
            object.hashCode() != HASH,
            ZONE.hashCode() != HASH,
            !cloneable.equals(new Zone()),
            !("" + object).equals(TEXT),
            (int) Object.class.getMethod("hashCode").invoke(object) != HASH,
            (int) hash.invoke(object) != HASH,
            !Object.class.getMethod("toString").invoke(object).equals(TEXT),
            !text.invoke(object).equals(TEXT),
        };
    }

    public static void main(String[] args) throws Throwable {
        Thread mover = new Thread(() -> ZONE.setRawOffset(5_000_000));
        mover.start();
        StringBuilder seen = new StringBuilder();
        for (boolean moved : look()) {
            seen.append(moved ? 1 : 0);
        }
        mover.join();
        System.out.println(seen);
    }
}
