import java.lang.reflect.InvocationTargetException;

/**
 * Classes that are initialised through reflection: once, by whoever comes first.
 *
 * Only outcome: 1 7 7.
 */
public class ClassInitReflection {
    public static final class Holder {
        static int v = 7;

        static {
            count++;
        }

        public static int get() {
            return v;
        }
    }

    static int count, r1, r2;

    static int byName() {
        try {
            return Class.forName("ClassInitReflection$Holder").getDeclaredField("v").getInt(null);
        } catch (ReflectiveOperationException e) {
            return -1;
        }
    }

    static int byMethod() {
        try {
            return (Integer) Holder.class.getMethod("get").invoke(null);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            return -1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> r1 = byName());
        Thread t2 = new Thread(() -> r2 = byMethod());
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(count + " " + r1 + " " + r2);
    }
}
