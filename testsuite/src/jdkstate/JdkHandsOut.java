import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.management.ManagementFactory;
import java.util.function.Function;
import java.util.logging.Logger;

/**
 * Two threads get one and the same object from the JDK, which has had it all along or makes it once; each writes it to a
 * field of its own and reads the other's. One of them may find nothing, but not both, and what is found is the same
 * object: three outcomes.
 *
 * <p>With {@code loggers} they get two different ones and write them to the same field. Who writes last reads what he
 * has written, the other one either: three outcomes.
 */
public class JdkHandsOut {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Mark {}

    @Mark
    static class Marked {}

    static volatile Object one;
    static volatile Object two;
    static String foundByOne;
    static String foundByTwo;

    static Object get(String what, int number) {
        switch (what) {
            case "annotation": return Marked.class.getAnnotation(Mark.class);
            case "domain": return Marked.class.getProtectionDomain();
            case "function": return Function.identity();
            case "group": return Thread.currentThread().getThreadGroup();
            case "logger": return Logger.getLogger("jdk.hands.out");
            case "loggers": return Logger.getLogger("jdk.hands.out" + number);
            case "server": return ManagementFactory.getPlatformMBeanServer();
            case "variable": return Comparable.class.getTypeParameters()[0];
            default: throw new AssertionError(what);
        }
    }

    static String found(Object there, Object own) {
        return there == null ? "nothing" : there == own ? "own" : "other";
    }

    public static void main(String[] args) throws Exception {
        String what = args[0];
        boolean oneField = what.equals("loggers");
        Thread first = new Thread(() -> {
            Object own = get(what, 1);
            one = own;
            foundByOne = found(oneField ? one : two, own);
        });
        Thread second = new Thread(() -> {
            Object own = get(what, 2);
            if (oneField) {
                one = own;
            } else {
                two = own;
            }
            foundByTwo = found(one, own);
        });
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(foundByOne + " " + foundByTwo);
    }
}
