import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Every access mode of a VarHandle reaches the field. One thread alone goes through the modes, so its results follow from their
 * documentation; then two threads set a bit each, which is never lost.
 */
public class VarHandleModes {
    static final VarHandle X;

    static {
        try {
            X = MethodHandles.lookup().findStaticVarHandle(VarHandleModes.class, "x", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int x;

    public static void main(String[] args) throws InterruptedException {
        StringBuilder result = new StringBuilder();
        X.set(1);
        result.append((int) X.get()).append(' ');
        X.setOpaque(2);
        result.append((int) X.getOpaque()).append(' ');
        X.setRelease(3);
        result.append((int) X.getAcquire()).append(' ');
        X.setVolatile(4);
        result.append((int) X.getVolatile()).append(' ');
        result.append(X.compareAndSet(4, 5)).append(' ').append(x).append(' ');
        result.append(X.compareAndSet(4, 7)).append(' ').append(x).append(' ');
        result.append((int) X.compareAndExchange(5, 6) + 1).append(' ').append((int) X.compareAndExchangeAcquire(5, 7)).append(' ');
        X.getAndAdd(1);
        X.getAndAddRelease(1);
        result.append(x).append(' ').append((int) X.getAndSet(9)).append(' ').append((int) X.getAndBitwiseAnd(0));
        Par.run(() -> X.getAndBitwiseOr(1), () -> X.getAndBitwiseOrAcquire(2));
        System.out.println(result + " | " + x);
    }
}
