/**
 * A program of the class path finds a class of a module that {@code --add-modules} has named, and calls it in two
 * threads: its counter is a field as any other, so that both may count from the same number, and it has counted 1 or 2.
 */
public class FindsModule {
    public static void main(String[] args) throws Exception {
        Class<?> counter = Class.forName("lib.Counter");
        java.lang.reflect.Method add = counter.getMethod("add");
        Thread other = new Thread(() -> call(add));
        other.start();
        call(add);
        other.join();
        System.out.println(counter.getField("count").get(null) + " " + counter.getModule());
    }

    private static void call(java.lang.reflect.Method method) {
        try {
            method.invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
