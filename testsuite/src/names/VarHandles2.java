import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The handles of two fields of one type are two values.
 *
 * Outcomes: 1 (x), 2 (y, if the thread has written before).
 */
public class VarHandles2 {
    static VarHandle handle;
    int x = 1;
    int y = 2;

    public static void main(String[] args) throws Exception {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandle second = lookup.findVarHandle(VarHandles2.class, "y", int.class);
        handle = lookup.findVarHandle(VarHandles2.class, "x", int.class);
        Thread writer = new Thread(() -> handle = second);
        writer.start();
        int read = (int) handle.get(new VarHandles2());
        writer.join();
        System.out.println(read);
    }
}
