import java.lang.reflect.Method;
import java.util.concurrent.Callable;

/**
 * A structured scope with two subtasks. It is used by reflection, as compilers keep what is only previewed from programs
 * that do not ask for it. Each fork finds the bindings of scoped values that the scope was opened with: none.
 *
 * Possible: the subtasks give 1 and 2, so the sum is 3.
 */
public class StructuredScope {
    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName("java.util.concurrent.StructuredTaskScope");
        Method fork = type.getMethod("fork", Callable.class);
        Method get = Class.forName("java.util.concurrent.StructuredTaskScope$Subtask").getMethod("get");
        try (AutoCloseable scope = (AutoCloseable) type.getMethod("open").invoke(null)) {
            Object one = fork.invoke(scope, (Callable<Integer>) () -> 1);
            Object two = fork.invoke(scope, (Callable<Integer>) () -> 2);
            type.getMethod("join").invoke(scope);
            System.out.println((Integer) get.invoke(one) + (Integer) get.invoke(two));
        }
    }
}
