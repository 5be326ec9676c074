import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A volatile field, accessed in plain mode. */
public class RacyVarHandle {
    static volatile int x;

    public static void main(String[] args) throws Exception {
        VarHandle handle = MethodHandles.lookup().findStaticVarHandle(RacyVarHandle.class, "x", int.class);
        Thread other = new Thread(() -> {
            handle.setVolatile(1);
            x = 2;
        });
        other.start();
        int seen = x;
        int plain = (int) handle.get();
        System.out.println(seen + plain);
        other.join();
    }
}
