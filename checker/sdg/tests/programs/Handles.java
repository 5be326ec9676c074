import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A field is written by a handle, which is passed more than it declares. */
class Handles {
    static final VarHandle VALUE;
    int value;
    static int x, y;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(Handles.class, "value", int.class); // +
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        Handles handles = new Handles(); // +
        int expected = x;           // +
        int next = x + 1;           // +
        int unused = y;             // -
        VALUE.compareAndSet(handles, expected, next); // +
        System.out.println(handles.value); // *
    }
}
