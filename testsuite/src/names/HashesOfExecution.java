import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.Arrays;

/**
 * Hash codes that the JDK makes of those of classes and modules which each execution has anew, and the order of
 * constructors. They are the same in every execution, so that the check can go on: what is printed does not depend on
 * them, only whether two threads have found the same.
 *
 * Possible: one thread finds what the other has stored (`true`), or nothing (`-`); never something else. Both may come
 * first, but not both second.
 */
public class HashesOfExecution {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Of {
        Class<?> value();
    }

    @Of(Made.class)
    static class Made {
        Made(int a) {}

        Made(int a, boolean b) {}

        Made(String c) {}

        Made() {}
    }

    static volatile int[] found;

    static int[] hashes() {
        String constructors = "";
        for (Constructor<?> constructor : Made.class.getDeclaredConstructors()) {
            constructors += constructor.getParameterCount();
        }
        return new int[] {
            MethodType.methodType(Made.class).hashCode(), Made.class.getAnnotation(Of.class).hashCode(),
            Made.class.getProtectionDomain().hashCode(), Made.class.getModule().hashCode(), constructors.hashCode()};
    }

    static String look() {
        int[] before = found;
        int[] own = hashes();
        found = own;
        return before == null ? "-" : "" + Arrays.equals(before, own);
    }

    public static void main(String[] args) throws InterruptedException {
        String[] seen = new String[2];
        Thread t = new Thread(() -> seen[0] = look());
        t.start();
        seen[1] = look();
        t.join();
        System.out.println(seen[0] + " " + seen[1]);
    }
}
