import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.zip.CRC32;

/**
 * Two threads feed one checksum, which has no lock, through a handle that is bound to it. In a JVM one of the two can be lost. The check has a step for each
 * call; it says so, and not that all is complete.
 */
public class ChecksumByHandle {
    public static void main(String[] args) throws Throwable {
        CRC32 sum = new CRC32();
        MethodType type = MethodType.methodType(void.class, int.class);
        MethodHandle update = MethodHandles.lookup().findVirtual(CRC32.class, "update", type).bindTo(sum);
        Thread t = new Thread(() -> {
            try {
                update.invoke(1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        update.invoke(1);
        t.join();
        CRC32 both = new CRC32();
        both.update(new byte[] {1, 1});
        System.out.println(sum.getValue() == both.getValue());
    }
}
