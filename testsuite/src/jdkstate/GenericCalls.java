import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Date;

/**
 * A thread moves a date. Another one looks at it by {@code equals}, {@code hashCode}, {@code toString} and {@code
 * compareTo}, by instructions that do not name
 * its class, by reflection and through method handles, and prints 1 for each that has seen the date moved. A subclass
 * of the program's inherits them.
 *
 * Outcomes: the date is moved once, so what is printed is zeros and then ones: 10 looks, 11 outcomes.
 */
public class GenericCalls {
    private static class Day extends Date {
        Day(long time) {
            super(time);
        }
    }

    private static final Date DATE = new Day(0);
    private static final String TEXT = new Date(0).toString();

    private static boolean[] look() throws Throwable {
        Object object = DATE;
        Comparable<Date> comparable = DATE;
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle hash = lookup.findVirtual(Object.class, "hashCode", MethodType.methodType(int.class));
        MethodHandle text = lookup.findVirtual(Object.class, "toString", MethodType.methodType(String.class));
        return new boolean[] {
            !object.equals(new Date(0)),
            !object.toString().equals(TEXT),
            object.hashCode() != 0,
            DATE.hashCode() != 0,
            comparable.compareTo(new Date(0)) != 0,
            !("" + object).equals(TEXT),
            (int) Object.class.getMethod("hashCode").invoke(object) != 0,
            (int) hash.invoke(object) != 0,
            !Object.class.getMethod("toString").invoke(object).equals(TEXT),
            !text.invoke(object).equals(TEXT),
        };
    }

    public static void main(String[] args) throws Throwable {
        Thread mover = new Thread(() -> DATE.setTime(5_000_000));
        mover.start();
        StringBuilder seen = new StringBuilder();
        for (boolean moved : look()) {
            seen.append(moved ? 1 : 0);
        }
        mover.join();
        System.out.println(seen);
    }
}
