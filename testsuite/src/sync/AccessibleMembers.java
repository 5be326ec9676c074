import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;

/**
 * A thread makes a method and a constructor accessible, in this order, and the method inaccessible again; main tries
 * both.
 *
 * Possible, method then constructor (r: refused): "r r", "r c" (the method before the first step or after the third,
 * the constructor
 * after the second); "m r" and "m c" (the method between the first step and the third).
 */
public class AccessibleMembers {
    static Method method;
    static Constructor<?> constructor;

    public static void main(String[] args) throws Exception {
        method = WithPrivateMembers.class.getDeclaredMethod("call");
        constructor = WithPrivateMembers.class.getDeclaredConstructor();
        WithPrivateMembers target = WithPrivateMembers.make();
        Thread t = Par.start(() -> {
            AccessibleObject.setAccessible(new AccessibleObject[] {method}, true);
            constructor.trySetAccessible();
            method.setAccessible(false);
        });
        String seen;
        try {
            seen = (String) method.invoke(target);
        } catch (IllegalAccessException e) {
            seen = "r";
        }
        try {
            constructor.newInstance();
            seen += " c";
        } catch (IllegalAccessException e) {
            seen += " r";
        }
        t.join();
        System.out.println(seen);
    }
}

class WithPrivateMembers {
    private WithPrivateMembers() { }

    static WithPrivateMembers make() {
        return new WithPrivateMembers();
    }

    private String call() {
        return "m";
    }
}
