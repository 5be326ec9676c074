import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Reflection tells of the members that the source declares (and the compiler adds, the bodies of lambdas), with their modifiers; and the serial version
 * of a class that declares none is the hash of its members, as {@code serialver} prints it.
 *
 * Possible: one outcome, what a plain JVM prints.
 */
public class MembersAsWritten {
    static class Account implements Serializable {
        int balance = 5;
        String owner;

        int balance() {
            Supplier<Integer> read = () -> balance;
            return read.get();
        }

        synchronized Supplier<String> owner() {
            return this::name;
        }

        static synchronized void none() {}

        private String name() {
            return owner;
        }
    }

    interface Shape {
        default IntSupplier corners() {
            return () -> 4;
        }
    }

    static void show(Class<?> type) {
        Method[] methods = type.getDeclaredMethods();
        String[] lines = new String[methods.length];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = Modifier.toString(methods[i].getModifiers()) + " " + methods[i].getName();
        }
        Arrays.sort(lines);
        System.out.println(type.getName() + " " + Arrays.toString(lines));
    }

    public static void main(String[] args) throws Exception {
        show(MembersAsWritten.class);
        show(Account.class);
        show(Shape.class);
        System.out.println(ObjectStreamClass.lookup(Account.class).getSerialVersionUID());
        System.out.println(Modifier.isSynchronized(Account.class.getDeclaredMethod("none").getModifiers()));
        int added = 0;
        for (Method method : Account.class.getMethods()) {
            added += method.getDeclaringClass() == Object.class ? 0 : 1;
        }
        System.out.println(added);
        IntSupplier four = new Shape() {}.corners();
        Class<?> lambda = four.getClass();
        System.out.println(lambda.getDeclaredMethods().length + " " + lambda.getDeclaredFields().length);
        Supplier<String> bound = new Account().owner();
        for (Field field : bound.getClass().getDeclaredFields()) {
            System.out.println(field.getType().getName() + " " + field.getName() + " " + Modifier.toString(field.getModifiers()));
        }
        System.out.println(lambda.isSynthetic() + " " + lambda.getName().contains("$$Lambda"));
    }
}
